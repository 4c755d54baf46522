import * as z from 'zod/mini'
import { sealedSecret } from '../hpke/login-secret.ts'
import { MFA_METHODS } from '../mfa/methods.ts'
import { emailAddress } from '../otp/email-address.ts'
import { assertion, challengeSignature, credentialId, requestOptions } from './login/passkey.ts'
import { phoneNumber } from './login/sms.ts'
import { stepUpFields } from './step-up-fields.ts'

/**
 * `/mfa` (contract §2.7, §6.4): second factors of wallet operations. A factor is proven to the signer; its word for that, the
 * token, is good for `MFA_LIFETIME_MS` on the device that proved it, and goes with each operation in `MFA_TOKEN_HEADER`.
 * Codes are sealed for the signer in a request that the device signs, as a login's are; secrets come encrypted for the device.
 */

export const MFA_TOKEN_HEADER = 'vitrine-mfa-token'

/** `<unix ms>.<base64url>`: when the factor was proven by the signer's clock, and its seal. */
export const mfaToken = z.string().check(z.regex(/^\d{13}\.[\w-]{43}$/))

/** `/verify` of every method. */
export const verifyResponse = z.object({ token: mfaToken })
/** What adds, changes or removes a factor takes a proof of a way in (`stepUpFields`), and of a factor where there is one. */
const change = stepUpFields

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
export const smsEnrollRequest = z.object({ phoneNumber, code: sealedSecret, ...change })
export const emailEnrollRequest = z.object({ email_address: emailAddress, code: sealedSecret, ...change })
export const totpEnrollRequest = z.object({ code: sealedSecret, ...change })

/** `/…/verify`. */
export const codeVerifyRequest = z.object({ code: sealedSecret })

/** `/…/unenroll`; answered with the user. */
export const unenrollRequest = z.object({ ...change })

/** `/totp/init`: `recipient` is a P-256 public key of the device (base64url of the raw point), as for the keys of shares. */
export const totpInitRequest = z.object({ recipient: z.string().check(z.regex(/^[\w-]{87}$/)) })
/** `totp`: a JWE for it of `{totpAuthUrl, totpSecret}` (base32), with the signer's signature. */
export const totpInitResponse = z.object({ totp: z.string(), signature: z.string() })

/** `/passkeys/init` and `/verify`, of passkeys that are factors. */
export const passkeyInitRequest = z.object({})
export const passkeyInitResponse = z.object({ options: requestOptions, signature: challengeSignature })
export const passkeyVerifyRequest = z.object({
  challenge: requestOptions.shape.challenge,
  authenticator_response: assertion,
})
/** `/passkeys/enrollment`: the linked passkeys that are factors from now on; none of them: they are none any more. */
export const passkeyEnrollmentRequest = z.object({
  credential_ids: z.array(credentialId).check(z.maxLength(20)),
  /** Those that are factors no longer log nobody in either. */
  remove_for_login: z.optional(z.boolean()),
  recipient: z.optional(totpInitRequest.shape.recipient),
  ...change,
})

/**
 * Answered to what enrols: `recovery_codes` with the first factor of a user, encrypted for the recipient that the request named (a JWE
 * of `{codes: string[]}`, with the signer's signature), and never again.
 */
export const sealedRecoveryCodes = z.object({ codes: z.string(), signature: z.string() })
/** `/recovery_codes/regenerate`: the former ones are worth nothing then. `/recovery_codes/verify` is as the other methods'. */
export const regenerateRequest = z.object({ recipient: totpInitRequest.shape.recipient, ...change })

/** `/methods`: what the person's own screen shows. Addresses are masked, as a code's screen shows them. */
export const methodsResponse = z.object({
  methods: z.array(
    z.object({ type: z.enum(MFA_METHODS), verified_at: z.number(), name: z.nullable(z.string()) }),
  ),
  recovery_codes_left: z.number(),
})
