import { type AccountTypeOf, accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { CODE_TRIES, type CodePurpose } from '@vitrine/shared/otp/code.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { AccountDetails } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import { limitRate } from '../http/rate-limit.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { deviceSignature, notFromHere } from '../identity/device-signature.ts'
import type { KnownAccount } from '../identity/identity.ts'
import type { ProofOfIdentity, RefusalReason } from '../identity/proof-of-identity.ts'
import type { Channel, Destination } from './destination.ts'
import { guessLimits } from './limits.ts'
import { takeTry } from './take-try.ts'

/** A code that a person typed and their device sealed, for an address that the method's route has normalised. */
export interface TypedCode {
  readonly app: App
  readonly destination: Destination
  /** What the code was asked for. */
  readonly purpose: CodePurpose
  /** Sealed for the signer. */
  readonly code: string
  /** What the device signed. */
  readonly signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>
  readonly details: AccountDetails
  readonly dpop: DpopProof
}

export interface CodeProof extends ProofOfIdentity {
  readonly identity: { readonly type: AccountTypeOf<Channel>; readonly subject: string }
}

/**
 * Takes a try from the device's code and makes the proof that the signer verifies.
 * @throws `invalid_credentials` (422) when no code waits | what `dpop` is refused with | `too_many_requests` (429)
 */
export async function proofByCode(
  ctx: Context,
  typed: TypedCode,
): Promise<{ readonly proven: CodeProof; readonly account: KnownAccount | null }> {
  const { app, destination, purpose, dpop } = typed
  const attempt = await takeTry(ctx, app.id, destination, purpose, dpop)
  const { code, account, deviceSeal, proofIsFresh } = attempt
  if (!proofIsFresh) throw dpop.refused()
  // Tells that no code is waiting, which says nothing of whether the address has an account.
  if (!code) throw codeIsOver()
  await limitRate(ctx, guessLimits(ctx, app.id, destination, dpop))
  const { id: codeId, digest, test, tries, expiresAt } = code
  const proven: CodeProof = {
    identity: { type: accountTypeOf({ method: destination.channel }), subject: destination.address },
    details: test ? { ...typed.details, test } : typed.details,
    proof: {
      type: 'code',
      issued: { appId: app.id, ...destination, codeId, purpose, expiresAt, test, digest },
      code: typed.code,
    },
    device: { ...deviceSignature(typed.signed, dpop), ...(deviceSeal !== null && { deviceSeal }) },
    caller: dpop.caller,
    consumption: {
      name: 'code',
      statement: sql`
        update one_time_codes set consumed_at = ${new Date(ctx.now()).toISOString()}::timestamptz
        where id = ${codeId} and consumed_at is null returning id`,
    },
    refusal: reason => refusal(reason, CODE_TRIES - tries),
    used: codeIsOver,
  }
  return { proven, account }
}

function refusal(reason: RefusalReason, left: number): Error {
  if (reason === 'authorization' || reason === 'sealed') return notFromHere(reason)
  if (reason === 'account') {
    return new Error('The seal of an account does not match: the row was changed outside the server')
  }
  if (reason === 'device') {
    return new Error('The seal of a device does not match: the row was changed outside the server')
  }
  if (reason !== 'code' || left <= 0) return codeIsOver()
  return apiError(
    'invalid_credentials',
    `That code is not right. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`,
    { data: { triesLeft: left } },
  )
}

const codeIsOver = () => apiError('invalid_credentials', 'This code is no longer valid. Ask for a new one.')
