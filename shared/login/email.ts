import * as z from 'zod/mini'

/** Contract §2.2, `/passwordless`. Addresses are compared lower-cased and trimmed. */
export const emailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@<>"(),:;\\]+@[^\s@.]+(\.[^\s@.]+)+$/u))

export const initRequest = z.object({
  email: emailAddress,
  token: z.optional(z.string().check(z.maxLength(4096))),
})
export const initResponse = z.object({ success: z.boolean() })

export const authenticateRequest = z.object({
  email: emailAddress,
  code: z.string().check(z.regex(/^\d{6}$/)),
  mode: z.optional(z.enum(['login-or-sign-up', 'no-signup'])),
})

/** Contract §5 and the constants: six digits, five tries, ten minutes. */
export const CODE_LENGTH = 6
export const CODE_TRIES = 5
export const CODE_LIFETIME_MS = 10 * 60_000
/** A new code may be asked for after this long. */
export const RESEND_AFTER_MS = 30_000
