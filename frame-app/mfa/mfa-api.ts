import type { User } from '@vitrine/shared/api/client-user.ts'
import {
  enrollResponse,
  initResponse,
  methodsResponse,
  passkeyInitResponse,
  sealedRecoveryCodes,
  totpInitResponse,
  verifyResponse,
} from '@vitrine/shared/api/mfa.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { mfaIdentity } from '@vitrine/shared/mfa/identity.ts'
import type { MfaCodeMethod, MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import * as z from 'zod/mini'
import type { Calls } from '../session/calls.ts'
import { createOneAnswerKey, type OneAnswerKey } from '../session/one-answer-key.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import { sayInstant } from '../words/failure.ts'
import { say } from '../words/say.ts'

/** `/mfa` (`shared/api/mfa.ts`) as the frame calls it. Every call rejects with `VitrineError`, in words for a person. */

export type MfaMethods = z.infer<typeof methodsResponse>

const ROOTS = {
  sms: '/mfa/passwordless_sms',
  email: '/mfa/passwordless',
  totp: '/mfa/totp',
  passkey: '/mfa/passkeys',
  recovery_code: '/mfa/recovery_codes',
} as const

export const fetchMethods = (calls: Calls, signal: AbortSignal): Promise<MfaMethods> =>
  calls.postAuthorized('/mfa/methods', {}, methodsResponse, signal)

/** Has a code sent to the factor's own address, or to one that is to become a factor. */
export async function sendMfaCode(
  calls: Calls,
  method: 'sms' | 'email',
  address: string | null,
  signal: AbortSignal,
): Promise<void> {
  const named = method === 'sms' ? { phoneNumber: address } : { email_address: address }
  const body = address === null ? { action: 'verify' } : { action: 'enroll', ...named }
  await worded(calls.postAuthorized(`${ROOTS[method]}/init`, body, initResponse, signal))
}

/** @returns the proof, for `Mfa.keep` */
export async function verifyMfaCode(
  calls: Calls,
  method: MfaCodeMethod,
  code: string,
  signal: AbortSignal,
): Promise<string> {
  const secret = {
    member: 'code',
    value: code,
    identity: mfaIdentity(method),
    purpose: 'mfa-verify',
  } as const
  const { token } = await worded(calls.signed(`${ROOTS[method]}/verify`, {}, verifyResponse, signal, secret))
  return token
}

/** What a passkey that is a factor is asked to sign. */
export const initMfaPasskey = (
  calls: Calls,
  signal: AbortSignal,
): Promise<z.infer<typeof passkeyInitResponse>> =>
  worded(calls.postAuthorized(`${ROOTS.passkey}/init`, {}, passkeyInitResponse, signal))

/** @param response the passkey's to `challenge`, as the signer issued it. @returns the proof, for `Mfa.keep` */
export async function verifyMfaPasskey(
  calls: Calls,
  { challenge, response }: { readonly challenge: string; readonly response: object },
  signal: AbortSignal,
): Promise<string> {
  const body = { challenge, authenticator_response: response }
  return (await worded(calls.signed(`${ROOTS.passkey}/verify`, body, verifyResponse, signal))).token
}

const totpSecret = z.object({
  totpAuthUrl: z.string().check(z.startsWith('otpauth://totp/')),
  totpSecret: z.string(),
})
export type TotpSecret = z.infer<typeof totpSecret>

/** A new secret for an authenticator app, which the signer encrypts for this frame. */
export async function initTotp(calls: Calls, signal: AbortSignal): Promise<TotpSecret> {
  const key = await createOneAnswerKey()
  const body = { recipient: key.recipient }
  const { totp, signature } = await worded(calls.signed(`${ROOTS.totp}/init`, body, totpInitResponse, signal))
  await calls.requireSealed('totp-secret', key.recipient, { sealed: totp, signature })
  return totpSecret.parse(await opened(key, totp))
}

/** What becomes a factor. */
export type NewFactor =
  | { readonly method: 'totp'; readonly code: string }
  /** `address`: E.164, or in lower case. */
  | { readonly method: 'sms' | 'email'; readonly address: string; readonly code: string }
  /** All passkeys that are factors from now on. `removesLogin`: those that are none any more log nobody in either. */
  | {
      readonly method: 'passkey'
      readonly credentialIds: readonly string[]
      readonly removesLogin: boolean
    }

export interface Enrolled {
  readonly user: User
  /** With a user's first factor; nobody gives them out again. */
  readonly recoveryCodes: readonly string[] | null
}

export async function enrollFactor(
  calls: Calls,
  factor: NewFactor,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<Enrolled> {
  const key = await createOneAnswerKey()
  const { path, body } = enrolmentOf(factor)
  const secret =
    factor.method === 'passkey'
      ? undefined
      : ({
          member: 'code',
          value: factor.code,
          identity: mfaIdentity(factor.method, factor.method === 'totp' ? undefined : factor.address),
          purpose: 'mfa-enroll',
        } as const)
  const sent = { ...body, recipient: key.recipient, ...proof }
  const answer = await worded(calls.signed(ROOTS[factor.method] + path, sent, enrollResponse, signal, secret))
  const codes = answer.recovery_codes
  // The codes are on their way once: they are opened before anything else can fail.
  const recoveryCodes = codes ? await openCodes(calls, key, codes) : null
  return { user: await calls.takeUser(wireUser.parse(answer)), recoveryCodes }
}

function enrolmentOf(factor: NewFactor): { readonly path: string; readonly body: object } {
  switch (factor.method) {
    case 'totp':
      return { path: '/enroll', body: {} }
    case 'sms':
      return { path: '/enroll', body: { phoneNumber: factor.address } }
    case 'email':
      return { path: '/enroll', body: { email_address: factor.address } }
    case 'passkey':
      return {
        path: '/enrollment',
        body: { credential_ids: factor.credentialIds, remove_for_login: factor.removesLogin },
      }
  }
}

/** @param removesLogin passkeys that are factors no more log nobody in either */
export async function unenrollFactor(
  calls: Calls,
  method: MfaMethod,
  { removesLogin, proof }: { readonly removesLogin: boolean; readonly proof: StepUpBody },
  signal: AbortSignal,
): Promise<User> {
  const sent =
    method === 'passkey'
      ? calls.signed(
          `${ROOTS.passkey}/enrollment`,
          { credential_ids: [], remove_for_login: removesLogin, ...proof },
          enrollResponse,
          signal,
        )
      : calls.signed(`${ROOTS[method]}/unenroll`, { ...proof }, wireUser, signal)
  return calls.takeUser(wireUser.parse(await worded(sent)))
}

/** New recovery codes; those of before are worth nothing then. */
export async function renewRecoveryCodes(
  calls: Calls,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const key = await createOneAnswerKey()
  const body = { recipient: key.recipient, ...proof }
  return openCodes(
    calls,
    key,
    await worded(calls.signed(`${ROOTS.recovery_code}/regenerate`, body, sealedRecoveryCodes, signal)),
  )
}

const recoveryCodes = z.object({ codes: z.array(z.string()) })

async function openCodes(
  calls: Calls,
  key: OneAnswerKey,
  { codes: sealed, signature }: z.infer<typeof sealedRecoveryCodes>,
): Promise<readonly string[]> {
  await calls.requireSealed('recovery-codes', key.recipient, { sealed, signature })
  return recoveryCodes.parse(await opened(key, sealed)).codes
}

async function opened(key: OneAnswerKey, sealed: string): Promise<unknown> {
  try {
    return JSON.parse(await key.open(sealed))
  } catch (cause) {
    throw clientError('unknown_mfa_error', say('mfa.unknown'), { cause })
  }
}

/** What a person is told of a code that was not taken. A call without a proof where one is needed stays as it is. */
async function worded<T>(sending: Promise<T>): Promise<T> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error
    const { code, data } = error
    if (code === 'missing_or_invalid_mfa' && typeof data?.triesLeft === 'number')
      throw new VitrineError(
        {
          type: 'client_error',
          code: 'invalid_credentials',
          message: say('mfa.wrong'),
          data: { triesLeft: data.triesLeft },
        },
        { cause: error },
      )
    if (code === 'mfa_timeout') throw clientError('invalid_credentials', say('mfa.expired'), { cause: error })
    if (code === 'mfa_verification_max_attempts_reached') {
      const seconds = typeof data?.retryAfter === 'number' ? data.retryAfter : 0
      const time = sayInstant(Date.now() + seconds * 1000)
      throw clientError(code, say('mfa.rest', { time }), { cause: error })
    }
    throw error
  }
}
