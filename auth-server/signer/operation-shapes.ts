import * as z from 'zod'

/** What requests to the signer are made of. */
export const id = z.string().min(1).max(64)
export const short = z.string().min(1).max(512)

/** RFC 7638 thumbprint of a device's key. */
export const thumbprint = z.string().regex(/^[\w-]{43}$/)

export const device = z.strictObject({ publicKey: short, seal: short })

/** Who has taken the owner in, by the signer's word: their device signs for what is sealed for the owner. See `adoption.ts`. */
export const adopter = z.optional(z.strictObject({ userId: id, seal: short }))

/** The signed request as the client canonicalised it, and its signature. */
export const authorization = z.strictObject({
  payload: z.strictObject({
    version: z.literal(1),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    url: z.string().max(2048),
    body: z.unknown(),
    headers: z.strictObject({
      'vitrine-app-id': id,
      'vitrine-idempotency-key': z.string().min(16).max(128),
      'vitrine-request-expiry': z.string().regex(/^\d{13}$/),
    }),
  }),
  signature: z.string().max(256),
})
