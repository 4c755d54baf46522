import type { passkeyAnswer } from '@vitrine/shared/api/step-up.ts'
import { eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { accounts } from '../database/schema.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { ActiveSession } from '../http/session.ts'
import { advanceCounter } from '../login/passkey/authenticate.ts'
import { challengeIsOver, issueChallenge, takeChallenge, useChallenge } from '../login/passkey/challenge.ts'
import { requestOptions } from '../login/passkey/options.ts'
import { verifyAssertion } from '../login/passkey/verify-assertion.ts'
import { refusedPasskey } from '../login/passkey/verify-registration.ts'
import { grant } from './grant.ts'
import { type Purpose, requireWays } from './ways.ts'

const scopeOf = ({ appId, userId }: ActiveSession) => ({ appId, purpose: 'step-up', userId }) as const

/** What the browser is asked for: a passkey of the user's own, with a challenge that no login takes. */
export async function stepUpOptions(ctx: Context, session: ActiveSession, purpose: Purpose) {
  const own = await requireWays(ctx, session, purpose, 'passkey')
  const challenge = await issueChallenge(ctx, scopeOf(session))
  const options = await requestOptions(ctx.settings, challenge)
  return {
    ...options,
    allow_credentials: own.map(({ subject }) => ({ id: subject, type: 'public-key' as const })),
  }
}

/**
 * Takes the challenge, then checks the answer to it by one of the user's own passkeys. This process checks it alone: what
 * it grants is its own too.
 * @throws `invalid_credentials` (422)
 */
export async function confirmByPasskey(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { way, challenge: answered, authenticator_response: assertion, ...confirmed }: output<typeof passkeyAnswer>,
  dpop: DpopProof,
): Promise<string | null> {
  if (!(await spendNonce(ctx.db, dpop.nonce))) throw dpop.refused()
  const challenge = await takeChallenge(ctx, answered, scopeOf(session))
  if (!challenge) throw challengeIsOver()
  const own = (await requireWays(ctx, session, confirmed.purpose, way)).find(
    ({ subject }) => subject === assertion.id,
  )
  if (!own) throw refusedPasskey()
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, own.id))
  if (!account) throw refusedPasskey()
  const counter = await verifyAssertion(ctx.settings, app, challenge, assertion, account.details)
  if (!(await advanceCounter(ctx, account.id, counter))) throw refusedPasskey()
  const granted = await grant(ctx, session, confirmed, useChallenge(challenge).statement)
  if (granted === undefined) throw challengeIsOver()
  return granted
}
