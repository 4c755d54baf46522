import * as z from 'zod/mini'
import { captchaToken } from '../../captcha/token.ts'
import { sealedSecret } from '../../hpke/login-secret.ts'
import { codeUse } from '../../otp/code.ts'
import { emailAddress } from '../../otp/email-address.ts'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/**
 * Contract §2.2, `/passwordless`. A code is asked for by a device, for a login unless `purpose` says otherwise, and comes
 * back sealed for the signer in a request that the device signs: the server's API process sees none.
 */
export const initRequest = z.object({
  email: emailAddress,
  token: z.optional(captchaToken),
  purpose: codeUse,
})
export const initResponse = z.object({ success: z.boolean() })

export const authenticateRequest = z.object({
  email: emailAddress,
  code: sealedSecret,
  mode: z.optional(signUpMode),
})

/** Answered with the user, as `unlinkRequest` and `updateRequest` are. */
export const linkRequest = z.object({ email: emailAddress, code: sealedSecret, ...stepUpFields })

/** Looser than an email address, so that what is not one is told apart from what is not linked. */
export const unlinkRequest = z.object({
  address: z.string().check(z.trim(), z.maxLength(254)),
  ...stepUpFields,
})

/** The code is the one that was sent to the new address. */
export const updateRequest = z.object({
  oldAddress: emailAddress,
  newAddress: emailAddress,
  code: sealedSecret,
  ...stepUpFields,
})

/** Answered with the user, who has all that the other account had. */
export const transferRequest = z.object({ nonce: transferNonce, email: emailAddress })
