import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { SignUpMode } from '@vitrine/shared/api/sign-up-mode.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { newDeviceHold } from '../account-changes/hold.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { requireEntry } from '../entry/allowlist.ts'
import { requireRoomForUser } from '../entry/max-accounts.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import { authenticatedAnswer } from '../sessions/answer.ts'
import { MAX_GENERATION } from '../signer/operations.ts'
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
  const isNew = account === null
  const proven = await ctx.signer.verifyLogin({
    proof: proof.proof,
    account,
    ...proof.device,
    link: null,
    generation,
  })
  if (!proven.ok) throw await refuse(ctx, app.id, proof, proven.reason)

  let session: OpenedSession | null
  try {
    await requireEntry(ctx, app, proof.identity, account?.userId ?? null)
    if (isNew && login.mode === 'no-signup') {
      throw apiError('user_does_not_exist', 'There is no account for this login here.')
    }
    session = await open(ctx, login, proven)
  } catch (error) {
    if (error instanceof VitrineError) await consume(ctx, proof)
    throw error
  }
  if (!session) throw proof.used()
  if (session.isNewDevice) await recordDevice(ctx, app, proven, proof.caller)

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

/** Tells the user's addresses of a device that came in; before the answer that lets it do anything. */
async function recordDevice(ctx: Context, app: App, proven: ProvenLogin, caller: Caller): Promise<void> {
  const { userId, device } = proven
  const from = { userId, thumbprint: device.thumbprint, caller }
  await ctx.db.transaction(tx =>
    recordChange(ctx, tx, app, from, { kind: 'device', added: null, removed: [] }),
  )
  deliverSoon(ctx)
}

function open(
  ctx: Context,
  { app, account, proven: proof }: Login,
  proven: ProvenLogin,
): Promise<OpenedSession | null> {
  const newDeviceHeldUntil = newDeviceHold(ctx, app)
  const opening = { appId: app.id, proof, isNew: account === null, now: ctx.now(), newDeviceHeldUntil }
  if (account === null && app.config.max_accounts !== null) {
    return ctx.db.transaction(async tx => {
      await requireRoomForUser(tx, app)
      return openSession(async (_name, statement) => (await tx.execute(statement)).rows, opening, proven)
    })
  }
  return openSession((name, statement) => executePrepared(ctx.db, name, statement), opening, proven)
}
