import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineServer } from '../create-server.ts'
import type { WebhookEvent } from '../webhooks/webhook-event.ts'
import { isParsed, readBytes, requirePost, type SiteAnswer, type SiteCall, SiteRefusal } from './call.ts'
import type { SiteOptions } from './site-options.ts'

/** A user with hundreds of accounts and wallets. */
const WEBHOOK_BYTES = 1_048_576

const TAKEN: SiteAnswer = { status: 204, headers: {}, body: null }

interface UserChanges {
  /** Ends all sessions of a user. */
  endUser(userId: string): Promise<void>
  /** Something of theirs changed. */
  forgetUser(userId: string): void
}

/**
 * Takes a message of the wallet's server: what it says of sessions first, then the site's own work. One that was taken before is answered as
 * taken and done once; one whose work failed comes again.
 */
export function createWebhookTaker(
  { webhooks }: Pick<VitrineServer, 'webhooks'>,
  { onWebhook }: Pick<SiteOptions, 'onWebhook'>,
  { endUser, forgetUser }: UserChanges,
): (call: SiteCall) => Promise<SiteAnswer> {
  /** Whose work is not done yet: it may still fail. */
  const atWork = new Set<string>()

  return async call => {
    requirePost(call)
    const raw = isParsed(call.body) ? call.body : await readBytes(call.body, WEBHOOK_BYTES)
    const headers = { get: (name: string) => call.header(name) }
    let event: WebhookEvent
    try {
      event = await webhooks.verify(raw as Uint8Array, headers)
    } catch (error) {
      const isRepeated = error instanceof VitrineError && error.code === 'resource_conflict'
      if (!isRepeated) throw isParsed(call.body) ? error : refusalOf(error)
      if (!atWork.has(call.header('webhook-id') ?? '')) return TAKEN
      throw new SiteRefusal(503, 'resource_conflict', 'It is being worked on.', { 'retry-after': '10' })
    }
    atWork.add(event.id)
    try {
      if (event.type !== 'webhook.test') {
        for (const userId of endedBy(event)) await endUser(userId)
        forgetUser(event.data.userId)
      }
      await onWebhook?.(event)
    } catch (error) {
      await webhooks.release(event)
      throw error
    } finally {
      atWork.delete(event.id)
    }
    return TAKEN
  }
}

/** Whose sessions a message ends: who is deleted, and who became one with another. */
function endedBy({
  type,
  data,
}: Exclude<WebhookEvent, { readonly type: 'webhook.test' }>): readonly string[] {
  if (type === 'user.deleted') return [data.userId]
  return type === 'user.merged' && data.fromUserId ? [data.fromUserId] : []
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof VitrineError)) return error
  const { code, message } = error
  if (code === 'expired_or_invalid_authorization') return new SiteRefusal(403, code, message)
  return code === 'invalid_data' ? new SiteRefusal(400, code, message) : error
}
