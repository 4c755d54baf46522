import type { authenticateRequest } from '@vitrine/shared/api/login/passkey.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { and, eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { accounts } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { proofByAssertion } from './assertion-proof.ts'
import { challengeIsOver, takeChallenge } from './challenge.ts'

/**
 * Logs in with a passkey:
 * A. take the challenge (own commit),
 * B. check the assertion and move the account's signature counter on (own commit),
 * C. let the signer check assertion, device proof and seal, and open the session.
 * @throws `invalid_credentials` (422) | `passkey_not_registered` (404) and those of `completeLogin`
 */
export async function authenticate(
  ctx: Context,
  app: App,
  signed: SignedRequest<output<typeof authenticateRequest>>,
  dpop: DpopProof,
): Promise<AuthenticatedUser> {
  const { request } = signed
  const assertion = request.authenticator_response
  const scope = { appId: app.id, purpose: 'authenticate', userId: null } as const
  const challenge = await takeChallenge(ctx, request.challenge, scope)
  if (!challenge) throw challengeIsOver()

  const account = await findPasskey(ctx, app.id, assertion.id)
  if (!account) {
    throw apiError(
      'passkey_not_registered',
      'There is no account with this passkey here. Use another passkey, or sign up.',
    )
  }
  const proven = await proofByAssertion(ctx, { app, challenge, account, assertion, signed, dpop })
  const known = { userId: account.userId, seal: account.seal }
  return completeLogin(ctx, { app, proven, account: known, mode: 'no-signup' })
}

async function findPasskey(ctx: Context, appId: string, credentialId: string) {
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.appId, appId), eq(accounts.type, 'passkey'), eq(accounts.subject, credentialId)))
  return account
}
