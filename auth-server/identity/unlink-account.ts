import { accountFacts } from '@vitrine/shared/account/login-facts.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts } from '../database/schema.ts'
import { requireEntryAfter } from '../entry/allowlist.ts'
import { apiError } from '../errors/api-error.ts'
import { soleAccount } from '../http/doors.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { isOwnWallet } from '../users/own-wallet.ts'
import { requireWireUser } from '../users/wire-user.ts'
import type { Identity } from './identity.ts'
import { accountNotFound } from './update-account.ts'

/**
 * Takes a way to log in from the user of the session; never the last one, which would lose the wallets with it. Every
 * address is told, the one that was removed too.
 * @param identity its subject normalised, as far as it is one of this type.
 * @throws `allowlist_rejected` (403) | `cannot_unlink_sole_account` | `cannot_unlink_embedded_wallet` (422) | `linked_account_not_found` (404)
 */
export async function unlinkAccount(
  ctx: Context,
  app: App,
  session: ActiveSession,
  identity: Identity,
  stepUp: StepUp,
): Promise<WireUser> {
  const { userId } = session
  const { type, subject } = identity
  await spendStepUp(ctx, session, stepUp, stepUpTarget(type, subject))
  await ctx.db.transaction(async tx => {
    // Held until the end: of two unlinks at once, the second counts after the first.
    await lockUser(tx, userId)
    await takeLoginAway(ctx, tx, app, session, identity)
  })
  deliverSoon(ctx)
  return requireWireUser(ctx.db, userId)
}

/**
 * The same as part of another change, whose transaction has locked the user.
 * @throws as `unlinkAccount`
 */
export async function takeLoginAway(
  ctx: Context,
  tx: Transaction,
  app: App,
  session: ActiveSession,
  identity: Identity,
): Promise<void> {
  const { userId } = session
  const { type, subject } = identity
  const linked = await tx.select().from(accounts).where(eq(accounts.userId, userId))
  const account = linked.find(each => each.type === type && each.subject === subject)
  if (!account) throw (await isOwnWallet(tx, userId, subject)) ? embeddedWallet() : accountNotFound()
  // Again, for two at once: `doors.ts` has looked before.
  const logins = linked.filter(each => accountFacts(each.type)?.linkedBy === undefined)
  if (logins.length === 1 && logins[0] === account) throw soleAccount()
  await requireEntryAfter(tx, app, userId, { removed: identity, added: null })
  await tx.delete(accounts).where(eq(accounts.id, account.id))
  await recordChange(ctx, tx, app, session, { kind: 'unlink', added: null, removed: [account] })
  const data = { account: redacted(identity) }
  await recordEvent(tx, ctx.now(), session, session, { type: 'user.unlinked_account', data })
}

const embeddedWallet = () =>
  apiError('cannot_unlink_embedded_wallet', 'A wallet that was made here stays with your account.')
