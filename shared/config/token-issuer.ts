import * as z from 'zod/mini'

/** In the clear only to this machine: whoever answers in the issuer's place could log in as anyone. */
export const keySetUrl = z
  .string()
  .check(z.maxLength(2048), z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/)\S+$/))

const name = z.string().check(z.minLength(1), z.maxLength(512))
const issuer = {
  /** Claim `iss`, exactly. */
  issuer: name,
  /** Claim `aud`, or one of it. */
  audience: name,
  /** The claim that has the user's id at the site. */
  subject_claim: z._default(z.string().check(z.regex(/^\S{1,128}$/)), 'sub'),
}

/** How to check the JWT of a site's own login: by the issuer's key set (RFC 7517), or by one public key (PEM, SPKI). */
export const tokenIssuer = z.union([
  z.strictObject({ ...issuer, jwks_url: keySetUrl }),
  z.strictObject({
    ...issuer,
    public_key: z
      .string()
      .check(
        z.maxLength(8192),
        z.regex(/^-----BEGIN PUBLIC KEY-----\n[A-Za-z\d+/=\n]+\n-----END PUBLIC KEY-----\n?$/),
      ),
  }),
])
export type TokenIssuer = z.infer<typeof tokenIssuer>
