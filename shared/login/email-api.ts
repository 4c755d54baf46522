import * as z from 'zod/mini'
import { signUpMode } from '../api/sign-up-mode.ts'
import { captchaToken } from '../captcha/token.ts'
import { oneTimeCode } from '../otp/code.ts'

export { CODE_LENGTH, CODE_LIFETIME_MS, CODE_TRIES, RESEND_AFTER_MS } from '../otp/code.ts'

const ADDRESS =
  /^[^\s\p{Cc}\p{Cs}@<>"(),:;\\]+@[^\s\p{Cc}\p{Cs}@./?#%<>"(),:;\\]+(\.[^\s\p{Cc}\p{Cs}@./?#%<>"(),:;\\]+)+$/u

/** The address with its domain as mail goes to it (UTS 46, punycode); '' for what is none. */
function withMailHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const url = `http://${address.slice(at)}`
  return ADDRESS.test(address) && URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : ''
}

/**
 * Contract §2.2, `/passwordless`. Addresses are compared lower-cased and trimmed, their domains as mail finds them: one
 * mailbox under many spellings (`ｇmail.com`) would have as many accounts and limits, and escape the denylist.
 */
export const emailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.overwrite(withMailHost), z.regex(ADDRESS))

export const initRequest = z.object({
  email: emailAddress,
  token: z.optional(captchaToken),
})
export const initResponse = z.object({ success: z.boolean() })

export const authenticateRequest = z.object({
  email: emailAddress,
  code: oneTimeCode,
  mode: z.optional(signUpMode),
})

/** Answered with the user, as `unlinkRequest` and `updateRequest` are. */
export const linkRequest = z.object({ email: emailAddress, code: oneTimeCode })

/** Looser than an e-mail address, so that what is not one is told apart from what is not linked. */
export const unlinkRequest = z.object({ address: z.string().check(z.trim(), z.maxLength(254)) })

/** The code is the one that was sent to the new address. */
export const updateRequest = z.object({
  oldAddress: emailAddress,
  newAddress: emailAddress,
  code: oneTimeCode,
})
