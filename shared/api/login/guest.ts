import * as z from 'zod/mini'
import { sealedSecret } from '../../hpke/login-secret.ts'

/** 32 random bytes that a browser made and keeps, base64url. They reach the server sealed for its signer. */
export const guestCredential = z.string().check(z.regex(/^[\w-]{43}$/))

/** Contract §2.1, `/guest/authenticate`. `subject` is the credential's SHA-256, base64url: it names the guest and logs in nobody. */
export const authenticateRequest = z.object({
  guest_credential: sealedSecret,
  subject: z.string().check(z.regex(/^[\w-]{43}$/)),
})
