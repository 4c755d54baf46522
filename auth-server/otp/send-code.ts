import { randomUUID } from 'node:crypto'
import { CODE_LIFETIME_MS, type SentCodePurpose } from '@vitrine/shared/otp/code.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import { neighbourhoodOf } from '../http/network.ts'
import { limitRate, type RateLimit } from '../http/rate-limit.ts'
import type { Carriage } from '../mailer/operations.ts'
import { mailIconOf } from '../messages/mail-icon.ts'
import type { SendingFailure } from '../signer/operations.ts'
import type { Destination } from './destination.ts'
import { messageLimits } from './limits.ts'
import { takeProof } from './take-proof.ts'

/** What a code is asked for with. */
export interface CodeRequest {
  readonly app: App
  readonly destination: Destination
  readonly purpose: SentCodePurpose
  readonly by: Carriage['by']
  readonly language: Carriage['language']
  /** Of the device that asks: the code is good for it alone. */
  readonly dpop: DpopProof
  /** What else the message counts for: `send-budgets.ts`. */
  readonly budgets: readonly RateLimit[]
}

/**
 * Has a code made and sent for the device that asks, and stores its digest: the code itself nobody sees here. It replaces
 * the device's code before it, tries and all, and no other device's.
 * Accounts are not looked at: what the caller sees, and how long it takes, is the same whether the address is known. But
 * a device that belongs to the address's user is counted for itself, so that nobody else keeps it out.
 * A test account's code is the operator's own and is not sent.
 * @throws what `dpop` is refused with | `too_many_requests` (429) | `service_unavailable` (503) | `user_unsubscribed` (422) |
 * `invalid_data` (400) for a number that cannot be reached
 */
export async function sendCode(ctx: Context, request: CodeRequest): Promise<void> {
  const { app, destination, purpose, by, language, dpop } = request
  const { isFresh, isKnown, isCrowded, fixedCode } = await takeProof(ctx, app.id, destination, dpop)
  if (!isFresh) throw dpop.refused()
  const device = dpop.thumbprint
  const asker = { thumbprint: device, isKnown, isCrowded, network: neighbourhoodOf(dpop.network) }
  await limitRate(ctx, [...messageLimits(ctx, app.id, destination, asker), ...request.budgets])

  const codeId = randomUUID()
  const expiresAt = ctx.now() + CODE_LIFETIME_MS
  const issued = await ctx.signer.issueCode({
    appId: app.id,
    ...destination,
    codeId,
    expiresAt,
    device,
    purpose,
    carriage: { by, language, appName: app.config.name, ...mailIconOf(app.config), from: dpop.caller.from },
    ...(fixedCode !== null && { fixedCode }),
  })
  if (!issued.ok) throw notSent(issued.reason, by)
  const now = new Date(ctx.now()).toISOString()
  const expiry = new Date(expiresAt).toISOString()
  const { channel, address } = destination
  const { digest } = issued
  const statement = sql`
    insert into one_time_codes
      (id, app_id, channel, address, device, purpose, digest, test, tries, expires_at, consumed_at, created_at)
    values (${codeId}, ${app.id}, ${channel}, ${address}, ${device}, ${purpose}, ${digest}, ${fixedCode !== null},
      0, ${expiry}, null, ${now})
    on conflict (app_id, channel, address, device, purpose) do update set
      id = excluded.id, digest = excluded.digest, test = excluded.test, tries = 0, expires_at = excluded.expires_at,
      consumed_at = null, created_at = excluded.created_at`
  await executePrepared(ctx.db, 'store-one-time-code', statement)
}

function notSent(reason: SendingFailure, by: Carriage['by']): Error {
  switch (reason) {
    case 'unsubscribed':
      return apiError(
        'user_unsubscribed',
        'This number has opted out of our messages. Send START to the number they came from, or log in another way.',
      )
    case 'unreachable':
      return apiError(
        'invalid_data',
        'This number cannot receive our messages. Check it, or use another one.',
      )
    case 'unavailable':
      return apiError(
        'service_unavailable',
        by === 'mail'
          ? 'The email could not be sent. Try again in a few minutes.'
          : 'The message could not be sent. Try again in a few minutes.',
      )
  }
}
