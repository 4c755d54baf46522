import * as z from 'zod/mini'

/** Contract §5 and the product's constants: six digits, five tries, ten minutes. */
export const CODE_LENGTH = 6
export const CODE_TRIES = 5
export const CODE_LIFETIME_MS = 10 * 60_000
/** A new code may be asked for after this long. */
export const RESEND_AFTER_MS = 30_000

/** A one-time code as a person types it. */
export const oneTimeCode = z.string().check(z.regex(/^\d{6}$/))
