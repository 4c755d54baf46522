import { deviceChallenge } from '@vitrine/shared/api/login/passkey-device.ts'
import { codeVerifyRequest, passkeyVerifyRequest } from '@vitrine/shared/api/mfa.ts'
import { requireOwnRequest } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { holdsAssertion } from '../passkey-assertion.ts'
import { challengeOf } from '../passkey-challenge.ts'
import { SignerRefusal } from '../refusal.ts'
import { issueMfa, requireFactors, sealFactors } from '../sealed-factors.ts'
import { guess, guessSentCode, guessTotp, openCode, type Prover } from './check-code.ts'
import { recoveryCodeHash } from './recovery-codes.ts'

type Request = SignerRequest<'proveFactor'>
type Proof<Type extends Request['proof']['type']> = Extract<Request['proof'], { type: Type }>
type Refusal = Extract<SignerResponse<'proveFactor'>, { ok: false }>['reason']

/** Below `/api/v1`. A code that was sent has the path of its channel. */
const PATHS = {
  totp: '/mfa/totp/verify',
  sms: '/mfa/passwordless_sms/verify',
  email: '/mfa/passwordless/verify',
  passkey: '/mfa/passkeys/verify',
  recovery_code: '/mfa/recovery_codes/verify',
} as const

interface Shown {
  readonly step?: number
  readonly recoveryCode?: string
}

/**
 * Checks a second factor, and says so. What must hold, whatever the API process says:
 * 1. The device is the user's, and signed this very proof.
 * 2. The factors are the user's by this process's own word, and none of before.
 * 3. The proof is of one of them: right, not expired and not used, with fewer than ten wrong ones of the user just before.
 *
 * That a code that was sent, or a challenge, is used once is the database's part; a step of an authenticator app is used up here too.
 * @throws SignerRefusal of `requireOwnRequest`; `invalid_seal` | `invalid_authorization` when the signed body is no proof
 */
export async function proveFactor(
  custody: Custody,
  request: Request,
): Promise<SignerResponse<'proveFactor'>> {
  const { appId, userId, device, authorization, proof } = request
  // 1.
  const path = PATHS[proof.type === 'code' ? proof.issued.channel : proof.type]
  const { body, since } = requireOwnRequest(custody, { appId, userId, device, authorization, path })

  // 2.
  const factors = requireFactors(custody, { appId, userId }, since, request.factors)
  if (!factors) throw new SignerRefusal('invalid_request', 'There are no second factors.')

  // 3.
  const prover = { appId, userId, device: thumbprintOf(device.publicKey) }
  const shown =
    proof.type === 'passkey'
      ? await provePasskey(custody, prover, factors.list, proof, body)
      : await proveCode(custody, prover, factors, proof, body)
  if (typeof shown === 'string') return { ok: false, reason: shown }
  const { step = null, recoveryCode } = shown
  const left = factors.recoveryCodes.filter(hash => hash !== recoveryCode)
  const used = { ...factors, version: factors.version + 1, recoveryCodes: left }
  return {
    ok: true,
    token: issueMfa(custody, prover),
    step,
    factors: recoveryCode === undefined ? null : sealFactors(custody, prover, used),
  }
}

async function proveCode(
  custody: Custody,
  prover: Prover,
  { list, recoveryCodes }: Request['factors'],
  proof: Exclude<Request['proof'], { type: 'passkey' }>,
  body: unknown,
): Promise<Shown | Refusal> {
  const signed = codeVerifyRequest.safeParse(body)
  if (!signed.success) throw notAProof()
  const method = proof.type === 'code' ? proof.issued.channel : proof.type
  const code = await openCode(custody, prover, 'mfa-verify', { method }, signed.data.code)
  if (code === null) return 'sealed'
  if (proof.type === 'recovery_code') {
    if (list.length === 0) return 'factor'
    const hash = recoveryCodeHash(custody, prover, code)
    return guess(custody, prover, () => (recoveryCodes.includes(hash) ? { recoveryCode: hash } : null))
  }
  const factor = list.find(({ type }) => type === method)
  if (factor?.type === 'totp') {
    const right = guessTotp(custody, prover, { sealed: factor.secret, expiresAt: null }, code)
    if (typeof right === 'string') return right
    right.secret.fill(0)
    return { step: right.step }
  }
  if (proof.type !== 'code' || !factor || factor.type === 'passkey') return 'factor'
  // Any address would do for the API process, and a test account's code is known to whoever set it.
  if (proof.issued.address !== factor.address || proof.issued.test !== factor.test) return 'factor'
  const verdict = guessSentCode(custody, prover, 'mfa-verify', proof.issued, code)
  return verdict === 'right' ? {} : verdict
}

/** User verification is demanded (`holdsAssertion`): a key that lies about is one factor, and the login another. */
async function provePasskey(
  custody: Custody,
  { appId, device }: Prover,
  list: Request['factors']['list'],
  { challengeId, expiresAt, credentialId, assertion }: Proof<'passkey'>,
  body: unknown,
): Promise<Shown | Refusal> {
  const signed = passkeyVerifyRequest.safeParse(body)
  // Who relays the answer cannot use it on another device, nor for another call of this one.
  if (signed.data?.authenticator_response.response.signature !== assertion.signature) throw notAProof()
  const factor = list.find(each => each.type === 'passkey' && each.id === credentialId)
  if (factor?.type !== 'passkey') return 'factor'
  const challenge = await deviceChallenge(challengeOf(custody, { appId, challengeId, expiresAt }), device)
  const expected = { challenge, origin: custody.origin, publicKey: factor.publicKey }
  if (!holdsAssertion(assertion, expected)) return 'assertion'
  return expiresAt <= custody.now() ? 'expired' : {}
}

const notAProof = () =>
  new SignerRefusal('invalid_authorization', 'The signed body is no proof of this factor.')
