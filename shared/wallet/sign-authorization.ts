import * as z from 'zod/mini'
import { wholeNumber } from '../whole-number.ts'

const quantity = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** A signed EIP-7702 authorization (contract §6.1): the account lends itself the code at `contract`. */
export const authorization = z.strictObject({
  contract: address,
  /** 0: on every chain. */
  chain_id: wholeNumber.check(z.nonnegative()),
  nonce: quantity,
  r: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  s: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  y_parity: z.union([z.literal(0), z.literal(1)]),
})
export type Authorization = z.infer<typeof authorization>

/** POST /wallets/:wallet_id/rpc with `eth_sign7702Authorization`. */
export const signAuthorizationRequest = z.strictObject({
  method: z.literal('eth_sign7702Authorization'),
  params: z.strictObject({
    contract: address,
    chain_id: wholeNumber.check(z.nonnegative()),
    nonce: quantity,
  }),
})

export const signAuthorizationResponse = z.object({
  method: z.literal('eth_sign7702Authorization'),
  data: z.object({ authorization }),
})
