import * as z from 'zod/mini'
import { sealedSecret } from '../hpke/login-secret.ts'
import { MFA_METHODS } from '../mfa/methods.ts'
import { emailAddress } from '../otp/email-address.ts'
import { challengeSignature, credentialId, requestOptions } from './login/passkey.ts'
import { phoneNumber } from './login/sms.ts'
import { answeredChallenge } from './passkey-step-up.ts'
import { stepUpFields } from './step-up-fields.ts'
import { wireUser } from './user.ts'

/**
 * `/mfa` (contract §2.7, §6.4): second factors of wallet operations. A factor is proven to the signer; its word for that, the
 * token, is good for `MFA_LIFETIME_MS` on the device that proved it, and goes with each operation in `MFA_TOKEN_HEADER`.
 *
 * The device signs every call (`signed`, contract §6.2) but `init` of SMS, e-mail and passkeys, and `/methods`. Codes are sealed for
 * the signer (`sealSecret`): purpose `mfa-enroll` or `mfa-verify`, identity `mfaIdentity`, the user of the session and its device.
 * Secrets come encrypted for the device, with the signer's word.
 *
 * What adds, changes or removes a factor takes a proof of a way in, of purpose `mfa` and target `MFA_TARGET`, and where there is a
 * factor already a token besides: else it is `missing_or_invalid_mfa`, as an operation without one. That is the answer to a wrong code
 * as well, with `triesLeft`; an expired code, or none that waits, is `mfa_timeout`; after `MFA_TRIES` wrong ones
 * `mfa_verification_max_attempts_reached`, with `retryAfter`.
 */

/** `<unix ms>.<base64url>`: when the factor was proven by the signer's clock, and its seal. */
export const mfaToken = z.string().check(z.regex(/^\d{13}\.[\w-]{43}$/))

/** `/verify` of every method. */
export const verifyResponse = z.object({ token: mfaToken })
const change = stepUpFields
/** A P-256 public key that was made for this one answer (base64 SPKI), as for the keys of shares. */
const recipient = z.string().check(z.maxLength(256), z.regex(/^[A-Za-z\d+/]+={0,2}$/))
/** With the first factor it is demanded (`invalid_data`): recovery codes come for it. */
const enrolment = { recipient: z.optional(recipient), ...change }

/** `/passwordless_sms/init`, `/passwordless/init` (e-mail): sends a code. `verify` names nobody: it goes to the factor's own address. */
export const smsInitRequest = z.union([
  z.object({ action: z.literal('verify') }),
  z.object({ action: z.literal('enroll'), phoneNumber }),
])
export const emailInitRequest = z.union([
  z.object({ action: z.literal('verify') }),
  z.object({ action: z.literal('enroll'), email_address: emailAddress }),
])
export const initResponse = z.object({ success: z.boolean() })

/** `/…/enroll`; answered as `enrollResponse`. */
export const smsEnrollRequest = z.object({ phoneNumber, code: sealedSecret, ...enrolment })
export const emailEnrollRequest = z.object({ email_address: emailAddress, code: sealedSecret, ...enrolment })
export const totpEnrollRequest = z.object({ code: sealedSecret, ...enrolment })

/** `/…/verify`. */
export const codeVerifyRequest = z.object({ code: sealedSecret })

/** `/…/unenroll`; answered with the user. */
export const unenrollRequest = z.object({ ...change })

export const totpInitRequest = z.object({ recipient })
/**
 * `totp`: a compact JWE for the recipient, of JSON `{totpAuthUrl, totpSecret}` (base32); `signature`: `SignerStatement`, `totp-secret`,
 * whose `sealed` is `totp`, and whose `device` is the device's key as base64 SPKI. It is enrolled within ten minutes, or made anew.
 */
export const totpInitResponse = z.object({ totp: z.string(), signature: z.string() })

/** `/passkeys/init` and `/verify`, of passkeys that are factors. The challenge is answered as a step-up's is (`deviceChallenge`). */
export const passkeyInitRequest = z.object({})
export const passkeyInitResponse = z.object({ options: requestOptions, signature: challengeSignature })
export const passkeyVerifyRequest = z.object(answeredChallenge)
/**
 * `/passkeys/enrollment`: the linked passkeys that are factors from now on; none of them: they are none any more. Answered as
 * `enrollResponse`.
 */
export const passkeyEnrollmentRequest = z.object({
  credential_ids: z.array(credentialId).check(z.maxLength(20)),
  /** Those that are factors no longer log nobody in either. */
  remove_for_login: z.optional(z.boolean()),
  ...enrolment,
})

/**
 * Of JSON `{codes: string[]}`, `RECOVERY_CODE_COUNT` of them, encrypted for the recipient that the request named; `signature`:
 * `SignerStatement`, `recovery-codes`, as for `totp-secret`. They are given out this once.
 */
export const sealedRecoveryCodes = z.object({ codes: z.string(), signature: z.string() })
/**
 * The user; with the first factor the recovery codes; and where a code was typed, the token that it is worth as well: nobody proves the
 * factor again that they just added.
 */
export const enrollResponse = z.object({
  ...wireUser.shape,
  mfa_token: z.optional(mfaToken),
  recovery_codes: z.optional(sealedRecoveryCodes),
})
/**
 * `/recovery_codes/regenerate`, answered with `sealedRecoveryCodes`: the former ones are worth nothing then. `/recovery_codes/verify` is
 * as the other methods'; a code is typed as it was told, in any case, with or without its dashes.
 */
export const regenerateRequest = z.object({ recipient, ...change })

/** `/methods`: what the person's own screen shows. Addresses are masked, as a code's screen shows them. */
export const methodsRequest = z.object({})
export const methodsResponse = z.object({
  methods: z.array(
    z.object({
      type: z.enum(MFA_METHODS),
      verified_at: z.number(),
      name: z.nullable(z.string()),
      /** Of `passkey`: all that are factors, those too that log nobody in any more. */
      credential_ids: z.optional(z.array(credentialId)),
    }),
  ),
  recovery_codes_left: z.number(),
})
