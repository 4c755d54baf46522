import type { passkeyAnswer } from '@vitrine/shared/api/step-up.ts'
import { eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { accounts } from '../database/schema.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { refuse } from '../identity/proof-of-identity.ts'
import { proofByAssertion } from '../login/passkey/assertion-proof.ts'
import { challengeIsOver, issueChallenge, takeChallenge } from '../login/passkey/challenge.ts'
import { requestOptions } from '../login/passkey/options.ts'
import { refusedPasskey } from '../login/passkey/verify-registration.ts'
import { requireDevice } from '../sessions/require-device.ts'
import { grant } from './grant.ts'
import { type Purpose, requireWays } from './ways.ts'

const scopeOf = ({ appId, userId }: ActiveSession) => ({ appId, purpose: 'step-up', userId }) as const

/** What the browser is asked for: a passkey of the user's own, with a challenge that no login takes. */
export async function stepUpOptions(ctx: Context, session: ActiveSession, purpose: Purpose) {
  const own = await requireWays(ctx, session, purpose, 'passkey')
  const challenge = await issueChallenge(ctx, scopeOf(session))
  const options = await requestOptions(ctx.settings, challenge)
  const allowed = own.map(({ subject }) => ({ id: subject, type: 'public-key' as const }))
  return { options: { ...options, allow_credentials: allowed }, signature: challenge.signature }
}

/**
 * Takes the challenge, then has the signer check the answer to it by one of the user's own passkeys, for the user and the
 * device of this session alone.
 * @throws `invalid_credentials` (422) and those of `passkeyProof`
 */
export async function confirmByPasskey(
  ctx: Context,
  app: App,
  session: ActiveSession,
  signed: SignedRequest<output<typeof passkeyAnswer>>,
  dpop: DpopProof,
): Promise<string | null> {
  const { way, challenge: answered, authenticator_response: assertion, ...confirmed } = signed.request
  if (!(await spendNonce(ctx.db, dpop.nonce))) throw dpop.refused()
  const challenge = await takeChallenge(ctx, answered, scopeOf(session))
  if (!challenge) throw challengeIsOver()
  const own = (await requireWays(ctx, session, confirmed.purpose, way)).find(
    ({ subject }) => subject === assertion.id,
  )
  if (!own) throw refusedPasskey()
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, own.id))
  if (!account) throw refusedPasskey()
  const proven = await proofByAssertion(ctx, { app, challenge, account, assertion, signed, dpop })
  const verified = await ctx.signer.verifyLogin({
    proof: proven.proof,
    account: { userId: account.userId, seal: account.seal },
    ...proven.device,
    link: { userId: session.userId, device: await requireDevice(ctx, session) },
  })
  if (!verified.ok) throw await refuse(ctx, app.id, proven, verified.reason)
  const { statement: consumption } = proven.consumption
  const granted = await grant(ctx, app, session, confirmed, { verified, accountId: own.id, consumption })
  if (granted === undefined) throw proven.used()
  return granted
}
