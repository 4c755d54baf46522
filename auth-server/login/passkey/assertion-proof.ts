import type { Assertion } from '@vitrine/shared/api/login/passkey.ts'
import { and, eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { accounts } from '../../database/schema.ts'
import type { DpopProof } from '../../http/dpop.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import type { Challenge } from './challenge.ts'
import { passkeyProof } from './passkey-proof.ts'
import { verifyAssertion } from './verify-assertion.ts'
import { refusedPasskey } from './verify-registration.ts'

export interface AssertionAnswer {
  readonly app: App
  /** Taken from the database by now. */
  readonly challenge: Challenge
  /** Of the passkey that answered. */
  readonly account: InferSelectModel<typeof accounts>
  readonly assertion: Assertion
  /** As the device signed it. */
  readonly signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>
  readonly dpop: DpopProof
}

/**
 * Checks an assertion and moves the account's signature counter on, in a commit of its own; the signer has the last word.
 * @throws `invalid_credentials` (422) | `expired_or_invalid_authorization` (403)
 */
export async function proofByAssertion(
  ctx: Context,
  { app, challenge, account, assertion, signed, dpop }: AssertionAnswer,
): Promise<ReturnType<typeof passkeyProof>> {
  const { details } = account
  if (details.publicKey === undefined) throw new Error('The account of a passkey has no key')
  const answered = { challenge, device: dpop.thumbprint }
  const counter = await verifyAssertion(ctx.settings, app, answered, assertion, details)
  if (!(await advanceCounter(ctx, account.id, counter))) throw refusedPasskey()

  const credential = { id: assertion.id, publicKey: details.publicKey }
  const { client_data_json, authenticator_data, signature } = assertion.response
  return passkeyProof(
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
}

/**
 * Moves the counter on, in the database: of two answers at once with one count, one is from a copy of the authenticator.
 * Authenticators without a counter say 0 for ever.
 */
async function advanceCounter(ctx: Context, accountId: string, counter: number): Promise<boolean> {
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
