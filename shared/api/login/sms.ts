import * as z from 'zod/mini'
import { captchaToken } from '../../captcha/token.ts'
import { sealedSecret } from '../../hpke/login-secret.ts'
import { codeUse } from '../../otp/code.ts'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/**
 * A phone number as a person writes it: a light check (contract §5). The server reads it, one without `+` as a number of
 * the United States.
 */
export const phoneNumber = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(40), z.regex(/^\+?[\d\s().\-/]+$/))

/** Contract §2.2, `/passwordless_sms`. `channel` is how the code travels: a text message unless WhatsApp is asked for. Codes as in `email.ts`. */
export const initRequest = z.object({
  phoneNumber,
  channel: z.optional(z.enum(['sms', 'whatsapp'])),
  token: z.optional(captchaToken),
  purpose: codeUse,
})
export const initResponse = z.object({ success: z.boolean() })

export const authenticateRequest = z.object({
  phoneNumber,
  code: sealedSecret,
  mode: z.optional(signUpMode),
})

/** Answered with the user, as `unlinkRequest` and `updateRequest` are. */
export const linkRequest = z.object({ phoneNumber, code: sealedSecret, ...stepUpFields })

/** Looser than a phone number, so that what is not one is told apart from what is not linked. */
export const unlinkRequest = z.object({
  phoneNumber: z.string().check(z.trim(), z.maxLength(64)),
  ...stepUpFields,
})

/** The code is the one that was sent to the new number. */
export const updateRequest = z.object({
  old_phone_number: phoneNumber,
  new_phone_number: phoneNumber,
  code: sealedSecret,
  ...stepUpFields,
})

/** Answered with the user, who has all that the other account had. */
export const transferRequest = z.object({ nonce: transferNonce, phoneNumber })
