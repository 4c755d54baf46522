import { MAILBOX_TYPE } from '@vitrine/shared/account/login-facts.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { SignUpMode } from '@vitrine/shared/api/sign-up-mode.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { and, eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { addedHold, newDeviceHold } from '../account-changes/hold.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { accounts } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { requireEntry } from '../entry/allowlist.ts'
import { requireRoomForUser } from '../entry/max-accounts.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import { authenticatedAnswer } from '../sessions/answer.ts'
import { MAX_GENERATION } from '../signer/operations.ts'
import { claimExpected } from '../users/claim-expected.ts'
import { claimImports } from '../users/claim-imports.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { findAccount, type KnownAccount } from './identity.ts'
import { type OpenedSession, openSession, type ProvenLogin } from './open-session.ts'
import { consume, type ProofOfIdentity, refuse } from './proof-of-identity.ts'

export interface Login {
  readonly app: App
  readonly proven: ProofOfIdentity
  /** The account that the identity has now. */
  readonly account: KnownAccount | null
  readonly mode: SignUpMode | undefined
  /** What the app's config says against a new user by this method; asked once the proof holds. */
  requireNewAllowed?(): void
}

/**
 * What every login method ends with:
 * 1. The signer verifies the proof, the device proof and the account's seal.
 * 2. The rules of entry, which tell something of the address, are asked only now: its owner is who asks.
 * 3. One statement uses the proof up and writes user, account, device and session.
 * @throws what `proven` makes of a bad proof | `allowlist_rejected` (403) | `max_accounts_reached` (403) |
 * `user_does_not_exist` (404)
 */
export async function completeLogin(ctx: Context, login: Login): Promise<AuthenticatedUser> {
  let { account } = login
  for (let generation = 0; ; generation++) {
    try {
      return await logIn(ctx, { ...login, account }, generation <= MAX_GENERATION ? generation : undefined)
    } catch (error) {
      if (account !== null || generation > MAX_GENERATION || !isUniqueViolation(error)) throw error
      // Nothing was written. The account came into being since it was looked for, and is the one to log in to; or the
      // user whom this identity made before lives on without it, and it makes another one.
      account = await findAccount(ctx, login.app.id, login.proven.identity)
    }
  }
}

async function logIn(ctx: Context, login: Login, generation: number | undefined): Promise<AuthenticatedUser> {
  const { app, account, proven: proof } = login
  const joined = account === null ? await findOwnerOfMailbox(ctx, app, proof) : null
  const isNew = account === null && joined === null
  const proven = await ctx.signer.verifyLogin({
    proof: proof.proof,
    account,
    ...proof.device,
    link: null,
    generation,
    ...(joined && { mailboxAccount: joined }),
  })
  if (!proven.ok) throw await refuse(ctx, app.id, proof, proven.reason)

  let session: OpenedSession | null
  try {
    const userId = account?.userId ?? joined?.userId ?? null
    await requireEntry(ctx, app, proof.identity, userId, proof.details.vouchedEmail)
    if (isNew && login.mode === 'no-signup') {
      throw apiError('user_does_not_exist', 'There is no account for this login here.')
    }
    if (isNew) login.requireNewAllowed?.()
    session = await open(ctx, login, proven, joined !== null)
  } catch (error) {
    if (error instanceof VitrineError) await consume(ctx, proof)
    throw error
  }
  if (!session) throw proof.used()
  if (joined)
    await recordAll(ctx, app, proven, proof.caller, { kind: 'link', added: proven.identity, removed: [] })
  if (session.isNewDevice)
    await recordAll(ctx, app, proven, proof.caller, { kind: 'device', added: null, removed: [] })

  // Before the first answer: who has a wallet is not made another one on login.
  if (session.keysWait) {
    const doer = { ...proof, thumbprint: proven.device.thumbprint }
    await claimImports(ctx, app.id, proven, doer)
    await claimExpected(ctx, app.id, proven, doer)
  }

  const user = await loadWireUser(ctx.db, proven.userId)
  if (!user) throw new Error('The user of a new session is missing')
  const grant = {
    appId: app.id,
    userId: proven.userId,
    sessionId: session.sessionId,
    thumbprint: proven.device.thumbprint,
  }
  return { ...(await authenticatedAnswer(ctx, grant, user, session.refreshToken)), is_new_user: isNew }
}

/**
 * Who has shown here to read the mailbox that a provider has seen this person read: one person, where the operator says so and
 * they have no other account of that provider.
 */
async function findOwnerOfMailbox(
  ctx: Context,
  app: App,
  proof: ProofOfIdentity,
): Promise<KnownAccount | null> {
  const { vouchedEmail } = proof.details
  if (!app.config.merge_accounts_by_email || vouchedEmail === undefined) return null
  const owner = await findAccount(ctx, app.id, { type: MAILBOX_TYPE, subject: vouchedEmail })
  if (!owner) return null
  const { userId, type } = accounts
  const others = await ctx.db.$count(accounts, and(eq(userId, owner.userId), eq(type, proof.identity.type)))
  return others === 0 ? owner : null
}

/** Tells the user's addresses of what came in; before the answer that lets it do anything. */
async function recordAll(
  ctx: Context,
  app: App,
  { userId, device }: ProvenLogin,
  caller: Caller,
  change: Parameters<typeof recordChange>[4],
): Promise<void> {
  const from = { userId, thumbprint: device.thumbprint, caller }
  await ctx.db.transaction(tx => recordChange(ctx, tx, app, from, change))
  deliverSoon(ctx)
}

function open(
  ctx: Context,
  { app, account, proven: proof }: Login,
  proven: ProvenLogin,
  joinsUser: boolean,
): Promise<OpenedSession | null> {
  const newDeviceHeldUntil = newDeviceHold(ctx, app)
  const joins = joinsUser ? { heldUntil: addedHold(ctx, app) } : null
  const opening = { appId: app.id, proof, isNew: account === null, joins, now: ctx.now(), newDeviceHeldUntil }
  if (account === null && !joinsUser && app.config.max_accounts !== null) {
    return ctx.db.transaction(async tx => {
      await requireRoomForUser(tx, app)
      return openSession(async (_name, statement) => (await tx.execute(statement)).rows, opening, proven)
    })
  }
  return openSession((name, statement) => executePrepared(ctx.db, name, statement), opening, proven)
}
