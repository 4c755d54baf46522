import * as z from 'zod/mini'

/** Contract §2.1, `/guest/authenticate`: 32 random bytes that a browser made and keeps, base64url. */
export const guestCredential = z.string().check(z.regex(/^[\w-]{43}$/))

export const authenticateRequest = z.object({ guest_credential: guestCredential })
