import * as z from 'zod/mini'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/**
 * Contract §2.1, `/custom_jwt_account`: the JWT of the site's own login, in JWS compact form (RFC 7515 §7.1). An email
 * claim, groups and a picture fit into 16 kB.
 */
export const siteToken = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))

/**
 * `token` is the JWT, sealed for the server's signer (`sealedSecret`): the API process sees none. `custom_user_id` is whom
 * it names, which the signer compares; the frame of an earlier release, which sealed nothing, left it out.
 */
const sealedToken = {
  token: z.string().check(z.maxLength(24_000)),
  custom_user_id: z._default(z.string(), ''),
}

export const authenticateRequest = z.object({ ...sealedToken, mode: z.optional(signUpMode) })

/** Answered with the user. */
export const linkRequest = z.object({ ...sealedToken, ...stepUpFields })

/** Answered with the user, who has all that the other account had. No token goes with it: the link has shown one. */
export const transferRequest = z.object({
  nonce: transferNonce,
  custom_user_id: z.string().check(z.minLength(1), z.maxLength(512)),
})
