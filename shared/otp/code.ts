import * as z from 'zod/mini'

/** Contract §5 and the product's constants: six digits, five tries, ten minutes. */
export const CODE_LENGTH = 6
export const CODE_TRIES = 5
export const CODE_LIFETIME_MS = 10 * 60_000
/** A new code may be asked for after this long. */
export const RESEND_AFTER_MS = 30_000

/** A one-time code as a person types it. */
export const oneTimeCode = z.string().check(z.regex(/^\d{6}$/))

/** What a code proves an address for: one that was asked for a login links nothing, and the other way round. */
export const CODE_PURPOSES = ['login', 'link', 'update', 'step-up'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]
/** A code of a second factor (`shared/api/mfa.ts`) proves no way in: no login, link or step-up takes it, and it takes none of theirs. */
export const MFA_PURPOSES = ['mfa-enroll', 'mfa-verify'] as const
export type MfaPurpose = (typeof MFA_PURPOSES)[number]
/** Of every code that is sent. */
export const SENT_CODE_PURPOSES = [...CODE_PURPOSES, ...MFA_PURPOSES] as const
export type SentCodePurpose = (typeof SENT_CODE_PURPOSES)[number]
/** `purpose` of an `init` body, a login when it is left out. A step-up asks at a path of its own. */
export const codeUse = z.optional(z.enum(['login', 'link', 'update']))
