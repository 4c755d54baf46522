import * as z from 'zod/mini'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'

/**
 * Contract §2.1, `/custom_jwt_account`: the JWT of the site's own login, in JWS compact form (RFC 7515 §7.1). An e-mail
 * claim, groups and a picture fit into 16 kB.
 */
export const siteToken = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))

export const authenticateRequest = z.object({ token: siteToken, mode: z.optional(signUpMode) })

/** Answered with the user. */
export const linkRequest = z.object({ token: siteToken, ...stepUpFields })
