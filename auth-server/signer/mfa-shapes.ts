import { RECOVERY_CODE_COUNT } from '@vitrine/shared/mfa/limits.ts'
import * as z from 'zod'
import { id, passkey, short } from './operation-shapes.ts'

const verifiedAt = z.number().int()
/** A second factor, with what verifies it. */
const factor = z.discriminatedUnion('type', [
  /** Its secret, sealed. */
  z.strictObject({ type: z.literal('totp'), secret: z.string().max(4096), verifiedAt }),
  /** `test`: a test account's fixed code proved it, and does. */
  z.strictObject({ type: z.enum(['sms', 'email']), address: short, test: z.boolean(), verifiedAt }),
  passkey.extend({ type: z.literal('passkey'), verifiedAt }),
])

/** A user's second factors: `Statement`, `factors`, and its seal. With none, they had some. */
export const sealedFactors = z.strictObject({
  version: z.number().int().min(1),
  list: z.array(factor).max(24),
  recoveryCodes: z.array(z.string().max(64)).max(RECOVERY_CODE_COUNT),
  seal: short,
})

/** What goes with an operation of a user who has, or had, second factors. */
export const mfaClaim = z.optional(
  z.strictObject({
    factors: sealedFactors,
    /** The signer's own word for a proof of one, on this device. */
    token: z.nullable(z.strictObject({ at: z.number().int(), seal: short })),
  }),
)

/** A reset of second factors that waits: `Statement`, `factor-reset`, and its seal. */
export const begunReset = z.strictObject({
  version: z.number().int().min(1),
  /** Unix ms. */
  at: z.number().int(),
  waitMs: z.number().int(),
  seal: short,
})

export const challengeAnswer = z.strictObject({
  challengeId: id,
  /** Unix ms; covered by the challenge. */
  expiresAt: z.number().int(),
  credentialId: passkey.shape.id,
  /** base64url */
  assertion: z.strictObject({
    clientDataJson: z.string().max(4096),
    authenticatorData: z.string().max(2048),
    signature: z.string().max(1024),
  }),
})

export type Factor = z.infer<typeof factor>
export type SealedFactors = z.infer<typeof sealedFactors>
export type MfaClaim = z.infer<typeof mfaClaim>
export type BegunReset = z.infer<typeof begunReset>
