import type { authenticateRequest } from '@vitrine/shared/api/login/passkey.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { accounts } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { challengeIsOver, takeChallenge } from './challenge.ts'
import { passkeyProof } from './passkey-proof.ts'
import { verifyAssertion } from './verify-assertion.ts'
import { refusedPasskey } from './verify-registration.ts'

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
  const { details } = account
  if (details.publicKey === undefined) throw new Error('The account of a passkey has no key')
  const counter = await verifyAssertion(ctx.settings, app, challenge, assertion, details)
  if (!(await advanceCounter(ctx, account.id, counter))) throw refusedPasskey()

  const credential = { id: assertion.id, publicKey: details.publicKey }
  const { client_data_json, authenticator_data, signature } = assertion.response
  const proven = passkeyProof(
    { challenge, credential, details, signed, dpop },
    {
      type: 'assertion',
      appId: app.id,
      challengeId: challenge.id,
      expiresAt: challenge.expiresAt.getTime(),
      credential,
      assertion: {
        clientDataJson: client_data_json,
        authenticatorData: authenticator_data,
        signature,
      },
    },
  )
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

/**
 * Moves the counter on, in the database: of two answers at once with one count, one is from a copy of the authenticator.
 * Authenticators without a counter say 0 for ever.
 */
export async function advanceCounter(ctx: Context, accountId: string, counter: number): Promise<boolean> {
  const stored = sql`(${accounts.details} ->> 'counter')::bigint`
  const moved = await ctx.db
    .update(accounts)
    .set({ details: sql`jsonb_set(${accounts.details}, '{counter}', to_jsonb(${counter}::bigint))` })
    .where(
      and(
        eq(accounts.id, accountId),
        sql`(${stored} < ${counter}::bigint or (${stored} = 0 and ${counter}::bigint = 0))`,
      ),
    )
    .returning({ id: accounts.id })
  return moved.length === 1
}
