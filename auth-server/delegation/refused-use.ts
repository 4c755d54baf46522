import type { EventData } from '@vitrine/shared/api/activity.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { and, eq, gt } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { accountChanges } from '../database/change-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import { ONE_DAY_MS, ONE_HOUR_MS } from '../http/rate-limit.ts'
import type { Delegation, Violation } from '../signer/delegation-operations.ts'
import { lockUserRow } from '../users/lock-user.ts'
import { personOf } from './stored-list.ts'

interface RefusedUse {
  readonly ownerId: string
  readonly delegation: Delegation
  readonly data: EventData
}

/**
 * Tells the person that their delegate asked for more than they allowed: in their activity, once an hour for each rule, and to
 * their addresses, once a day. A delegate that tries a thousand times does not bury what else happened.
 */
export async function tellRefusal(
  ctx: Context,
  app: App,
  caller: Caller,
  { ownerId, delegation, data }: RefusedUse,
): Promise<void> {
  const now = ctx.now()
  const isTold = await ctx.db.transaction(async tx => {
    const userId = await personOf(tx, ownerId)
    await lockUserRow(tx, userId)
    const once = `refused:${delegation.id}:${data.rule}:${Math.floor(now / ONE_HOUR_MS)}`
    const event = { type: 'wallet.delegation_refused', data, once } as const
    if (!(await recordEvent(tx, now, { appId: app.id, userId }, THE_SERVER, event))) return false
    const { userId: of, kind, createdAt } = accountChanges
    const today = and(eq(of, userId), eq(kind, 'limit'), gt(createdAt, new Date(now - ONE_DAY_MS)))
    if ((await tx.$count(accountChanges, today)) > 0) return false
    const added = { type: 'wallet', subject: `${data.chain_type}:${data.address}` } as const
    // No device did it, but a machine of the site's.
    const changer = { userId, thumbprint: delegation.signerId, caller: { ...caller, madeWith: null } }
    await recordChange(ctx, tx, app, changer, { kind: 'limit', added, removed: [] })
    return true
  })
  if (isTold) deliverSoon(ctx)
}

const SENTENCES: Readonly<Record<Violation, string>> = {
  expired: 'The person allowed this until a time that has passed. Ask them again.',
  method: 'The policy that the person agreed to does not name this method.',
  chain:
    'The policy that the person agreed to has no limit for this chain’s own coin, in which fees are paid.',
  asset: 'The policy that the person agreed to has no limit for this token.',
  contract:
    'The policy that the person agreed to does not name this contract, or the call is none that a token takes by it.',
  recipient: 'The policy that the person agreed to does not name this recipient.',
  undecoded: 'What this would do cannot be judged, so it takes the person’s own approval.',
  limit:
    'This is more than the person allowed in this time, with the highest fee. Try again later, or with less.',
}

/** `policy_violation` (403), by the rule that refused a use. */
export const violationError = (violation: Violation): VitrineError =>
  apiError('policy_violation', SENTENCES[violation])
