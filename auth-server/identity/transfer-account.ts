import { isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { addedHold, newDeviceHold } from '../account-changes/hold.ts'
import { recordChange, toRemoved } from '../account-changes/record-change.ts'
import { raiseIndices } from '../account-changes/restore-merged.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import { accountTransfers } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts, devices, users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { requireDevice } from '../sessions/require-device.ts'
import { endSessions } from '../sessions/revoke.ts'
import { hashToken } from '../sessions/secret-token.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { SignerRefusal } from '../signer/refusal.ts'
import { lockUser } from '../users/lock-user.ts'
import { nextWalletIndex } from '../users/wallet-index.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { notFromHere } from './device-signature.ts'
import type { Identity } from './identity.ts'
import { type MergePlan, type Parties, readMerge, sealedFacts } from './merge-plan.ts'

/** What a person agreed to: the nonce of `account_transfer_required`, and what they had proven. */
export interface AgreedTransfer {
  readonly nonce: string
  readonly identity: Identity
  readonly signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>
}

/**
 * Makes one account of two, both of which the person has proven: the other's logins and wallets come to the user of the
 * session, whose id stays. No wallet is lost, whoever holds its key.
 * 1. The nonce is used up, in a commit of its own and before it is looked at: of many calls at once one goes on.
 * 2. The signer takes the other user in, by its own receipt and the device's signature, and makes their seals anew.
 * 3. One transaction does the rest, so that a crash leaves two whole accounts or one.
 * The logins that came are held as added ones are; every address of both is told, with a link that puts them apart again.
 * @throws `invalid_credentials` (422) for a nonce that is not waiting here | `resource_conflict` (409) when the other account was
 * changed meanwhile | those of `readMerge` | `expired_or_invalid_authorization` (403)
 */
export async function transferAccount(
  ctx: Context,
  app: App,
  session: ActiveSession,
  agreed: AgreedTransfer,
): Promise<WireUser> {
  // 1.
  const { formerUserId: formerId, receipt, shown } = await takeNonce(ctx, session, agreed)
  const parties = { userId: session.userId, formerId, identity: agreed.identity }

  // 2.
  const plan = await readMerge(ctx, app, ctx.db, parties)
  if (!isSame(plan.ends, shown.ends)) throw changedMeanwhile()
  const sealed = await adopt(ctx, session, agreed, parties, plan, receipt)

  // 3.
  await ctx.db.transaction(async tx => {
    // In one order, whoever of the two begins: two transfers at once do not wait for each other.
    for (const id of [parties.userId, formerId].toSorted()) await lockUser(tx, id)
    const now = await readMerge(ctx, app, tx, parties)
    if (!isSame(facts(now), facts(plan))) throw changedMeanwhile()
    await merge(ctx, tx, { app, session, parties, plan: now, sealed })
  })
  deliverSoon(ctx)
  return requireWireUser(ctx.db, session.userId)
}

async function takeNonce(ctx: Context, session: ActiveSession, { nonce, identity }: AgreedTransfer) {
  const [taken] = await ctx.db
    .delete(accountTransfers)
    .where(
      and(
        eq(accountTransfers.hash, hashToken(nonce)),
        eq(accountTransfers.userId, session.userId),
        eq(accountTransfers.sessionId, session.id),
        eq(accountTransfers.thumbprint, session.thumbprint),
      ),
    )
    .returning()
  const isMeant = taken?.type === identity.type && taken.subject === identity.subject
  if (taken && isMeant && taken.expiresAt.getTime() > ctx.now()) return taken
  throw apiError(
    'invalid_credentials',
    'This can no longer be confirmed. Add the login to your account again to bring both accounts together.',
  )
}

/** The signer's word for all of it; its refusals in words. */
async function adopt(
  ctx: Context,
  session: ActiveSession,
  { nonce, signed: { payload, signature } }: AgreedTransfer,
  { userId, formerId, identity }: Parties,
  { moving, adopted, factors }: MergePlan,
  receipt: { readonly expiresAt: number; readonly seal: string },
): Promise<SignerResponse<'adoptUser'>> {
  const device = await requireDevice(ctx, session)
  try {
    return await ctx.signer.adoptUser({
      appId: session.appId,
      transfer: { from: formerId, to: userId, identity, nonce, ...receipt },
      logins: moving.map(({ type, subject, seal, details }) => ({
        ...{ type, subject, seal },
        facts: sealedFacts(details),
      })),
      adopted: [...adopted],
      ...(factors && { factors }),
      device,
      authorization: { payload, signature },
    })
  } catch (error) {
    const isSignature =
      error instanceof SignerRefusal &&
      (error.code === 'invalid_authorization' || error.code === 'expired_authorization')
    throw isSignature ? notFromHere('authorization') : error
  }
}

interface Merge {
  readonly app: App
  readonly session: ActiveSession
  readonly parties: Parties
  readonly plan: MergePlan
  /** In the order of the plan. */
  readonly sealed: SignerResponse<'adoptUser'>
}

async function merge(
  ctx: Context,
  tx: Transaction,
  { app, session, parties: { userId, formerId }, plan, sealed }: Merge,
): Promise<void> {
  const raised = {
    ethereum: await nextWalletIndex(tx, userId, 'ethereum'),
    solana: await nextWalletIndex(tx, userId, 'solana'),
  }
  await raiseIndices(tx, formerId, raised)

  const isEnding = inArray(
    accounts.id,
    plan.rows.filter(row => !plan.moving.includes(row)).map(({ id }) => id),
  )
  await tx.delete(accounts).where(isEnding)
  const heldUntil = addedHold(ctx, app)
  for (const [index, { id }] of plan.moving.entries())
    await tx
      .update(accounts)
      .set({ userId, seal: sealed.logins[index] ?? '', heldUntil })
      .where(eq(accounts.id, id))
  const own = await tx.select().from(accounts).where(eq(accounts.userId, userId))
  const guests = own.filter(({ type }) => isGuestAccount(type))
  await tx.delete(accounts).where(
    inArray(
      accounts.id,
      guests.map(({ id }) => id),
    ),
  )

  const deviceHold = newDeviceHold(ctx, app)
  await tx
    .update(users)
    .set({
      mergedInto: userId,
      adoptionSeal: sealed.adoption,
      ...(deviceHold !== null && { heldUntil: new Date(deviceHold) }),
    })
    .where(eq(users.id, formerId))
  for (const [index, { userId: id }] of plan.adopted.entries())
    await tx
      .update(users)
      .set({ mergedInto: userId, adoptionSeal: sealed.adopted[index] ?? '' })
      .where(eq(users.id, id))

  // After the logins: a login of the other user that was quicker has its session by now, a later one finds none.
  const isOther = sql`user_id in (${userId}, ${formerId}) and id <> ${session.id}`
  await endSessions(tx, ctx.now(), isOther, session, 'other-session')
  // They are nobody's any more.
  await tx.delete(devices).where(eq(devices.userId, formerId))
  const merged = {
    userId: formerId,
    accounts: plan.rows.map(toRemoved),
    adopted: plan.adopted,
    raised,
    rows: plan.rows,
  }
  const to = { appId: app.id, userId }
  const came = plan.moving.map(row => redacted(row))
  for (const account of came) {
    const data = { account, from_user_id: formerId }
    await recordEvent(tx, ctx.now(), to, session, { type: 'user.transferred_account', data })
  }
  await recordEvent(tx, ctx.now(), to, session, { type: 'user.merged', data: { from_user_id: formerId } })
  await recordChange(ctx, tx, app, session, { kind: 'merge', added: null, removed: guests, merged })
}

/** What the signer's answer is of. */
const facts = ({ moving, adopted, ends }: MergePlan) => ({
  moving: moving.map(({ id, seal }) => [id, seal]),
  adopted,
  ends,
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const changedMeanwhile = () =>
  apiError(
    'resource_conflict',
    'One of the two accounts was changed just now. Add the login again to see what would come with it.',
  )
