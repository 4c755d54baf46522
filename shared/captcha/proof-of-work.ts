import * as z from 'zod/mini'

/**
 * POST /captcha/challenge and the token that answers it, in the shapes of altcha-lib 2. To solve a challenge is to find
 * the counter whose PBKDF2 key begins with `keyPrefix`; the whole key is the proof.
 */

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))

/** Strict: a signature covers exactly these members, so one challenge has one signature. */
export const challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.number(),
    /** The app that the work is done for: it is worth nothing for another. */
    data: z.strictObject({ app: z.string() }),
    /** Unix seconds. */
    expiresAt: z.number(),
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    keySignature: hex(32),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: hex(32),
})
export type Challenge = z.infer<typeof challenge>

export const challengeRequest = z.object({})

/** A token of the provider `altcha` is the JSON of this. */
export const solvedChallenge = z.strictObject({
  challenge,
  solution: z.strictObject({ counter: z.number(), derivedKey: hex(32) }),
})
export type SolvedChallenge = z.infer<typeof solvedChallenge>
