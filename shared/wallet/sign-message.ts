import * as z from 'zod/mini'

/** Longest message that is shown and signed, in bytes: a screen cannot present more. */
export const MAX_MESSAGE_BYTES = 65_536

/** POST /wallets/:wallet_id/rpc with `personal_sign` (contract §6.1; EIP-191 version 0x45). */
export const personalSignRequest = z.object({
  method: z.literal('personal_sign'),
  params: z.object({
    /** Text for `utf-8`, 0x-prefixed bytes for `hex`. */
    message: z.string().check(z.maxLength(2 * MAX_MESSAGE_BYTES + 2)),
    encoding: z.enum(['utf-8', 'hex']),
  }),
})
export type PersonalSignRequest = z.infer<typeof personalSignRequest>

export const personalSignResponse = z.object({
  method: z.literal('personal_sign'),
  data: z.object({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)), encoding: z.literal('hex') }),
})
