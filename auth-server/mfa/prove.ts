import type { codeVerifyRequest, passkeyVerifyRequest, verifyResponse } from '@vitrine/shared/api/mfa.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { stopFactorReset } from '../account-changes/stop-factor-reset.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { takeChallenge, useChallenge } from '../login/passkey/challenge.ts'
import type { Channel } from '../otp/destination.ts'
import type { SignerRequest, SignerResponse } from '../signer/operations.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { requireOwnFactors, requireProver } from './claim/own-factors.ts'
import { storeFactors } from './claim/store-factors.ts'
import { isOver, refusedFactor } from './refusals.ts'
import { takeSentCode } from './sent-code.ts'
import { giveBackTry, takeMfaTry } from './tries.ts'

type Answer = output<typeof verifyResponse>
type Proven = Extract<SignerResponse<'proveFactor'>, { ok: true }>
type SignedCode = SignedRequest<output<typeof codeVerifyRequest>>

/** A code that was typed: of the app, of the list, or one that was sent to the factor's own address. */
export async function proveByCode(
  ctx: Context,
  session: ActiveSession,
  signed: SignedCode,
  method: 'totp' | 'recovery_code' | Channel,
): Promise<Answer> {
  const prover = await requireProver(ctx, session)
  const factors = requireOwnFactors(prover)
  const left = await takeMfaTry(ctx, session.userId)
  if (method === 'totp' || method === 'recovery_code')
    return prove(ctx, session, signed, { proof: { type: method }, left, prover })
  const factor = factors.list.find(({ type }) => type === method)
  if (factor?.type !== method) throw await refusedFactor(ctx, session.userId, 'factor', left)
  const destination = { channel: method, address: factor.address }
  const { issued, consumption } = await takeSentCode(ctx, session, destination, 'mfa-verify')
  return prove(ctx, session, signed, { proof: { type: 'code', issued }, left, prover, consumption })
}

/** A passkey: the challenge is taken before the answer to it is looked at. @throws `mfa_timeout` (422) */
export async function proveByPasskey(
  ctx: Context,
  session: ActiveSession,
  signed: SignedRequest<output<typeof passkeyVerifyRequest>>,
): Promise<Answer> {
  const { challenge: answered, authenticator_response: assertion } = signed.request
  const { appId, userId } = session
  const challenge = await takeChallenge(ctx, answered, { appId, purpose: 'mfa', userId })
  if (!challenge) throw isOver()
  const prover = await requireProver(ctx, session)
  requireOwnFactors(prover)
  const { client_data_json, authenticator_data, signature } = assertion.response
  const proof = {
    type: 'passkey',
    challengeId: challenge.id,
    expiresAt: challenge.expiresAt.getTime(),
    credentialId: assertion.id,
    assertion: { clientDataJson: client_data_json, authenticatorData: authenticator_data, signature },
  } as const
  const consumption = useChallenge(challenge).statement
  return prove(ctx, session, signed, { proof, left: null, prover, consumption })
}

interface Attempt {
  readonly proof: SignerRequest<'proveFactor'>['proof']
  /** Tries of the user; `null`: none was taken. */
  readonly left: number | null
  readonly prover: Awaited<ReturnType<typeof requireProver>>
  /** Returns a row the first time, and none ever after. */
  readonly consumption?: SQL
}

/**
 * Has the signer check it. What it was is used up with the answer, in one transaction: of two at once one gets a token, and a crash
 * leaves what was typed unused or gone, and never a token for it.
 */
async function prove(
  ctx: Context,
  session: ActiveSession,
  { payload, signature }: Pick<SignedRequest<unknown>, 'payload' | 'signature'>,
  { proof, left, prover, consumption }: Attempt,
): Promise<Answer> {
  const { appId, userId } = session
  const factors = requireOwnFactors(prover)
  const { device } = prover
  const authorization = { payload, signature }
  const proven = await askSigner(
    ctx.signer.proveFactor({ appId, userId, device, authorization, factors, proof }),
  )
  if (!proven.ok) throw await refusedFactor(ctx, userId, proven.reason, left)
  await ctx.db.transaction(async tx => {
    if (consumption && (await tx.execute(consumption)).rows.length !== 1) throw isOver()
    if (proven.step !== null && (await tx.execute(useStep(userId, proven))).rows.length !== 1) throw isOver()
    if (proven.factors) {
      if (!(await storeFactors(tx, session, factors.version, proven.factors, null))) throw isOver()
      await recordEvent(tx, ctx.now(), session, session, { type: 'user.mfa_recovery_code_used' })
    }
    // Who proves a factor has not lost them: whoever asked the operator to take them away is somebody else.
    await stopFactorReset(tx, ctx.now(), userId, session)
    if (left !== null) await giveBackTry(tx, userId)
  })
  return { token: tokenText(proven.token) }
}

/** As it goes on the wire. */
export const tokenText = ({ at, seal }: Proven['token']): string => `${at}.${seal}`

/** Each step is taken once, and none before it. */
const useStep = (userId: string, { step }: Proven): SQL => sql`
  update mfa_factors set totp_step = ${step}::bigint
  where user_id = ${userId} and (totp_step is null or totp_step < ${step}::bigint) returning user_id`
