import * as z from 'zod/mini'
import { base64Bytes } from '../encoding.ts'
import { wholeNumber } from '../whole-number.ts'
import { authorization } from './sign-authorization.ts'

/** Longest call data, in bytes: twice what a node of today takes in one transaction. */
const MAX_DATA_BYTES = 262_144
/** Solana's limit for a whole transaction of version 1, in bytes; the reader knows the lower one of earlier versions. */
export const MAX_SOLANA_TRANSACTION_BYTES = 4_096

const hexQuantity = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const data = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(2 * MAX_DATA_BYTES + 2))

/**
 * A transaction that lacks nothing but its signature (contract §6.1 "Unsigned EVM transaction"; EIP-155, 2930, 1559,
 * 7702). Quantities are hex. The client fills in gas, fees and nonce: the signer guesses nothing.
 */
const common = {
  /** Absent: a contract is created. */
  to: z.optional(address),
  value: z.optional(hexQuantity),
  data: z.optional(data),
  nonce: hexQuantity,
  gas_limit: hexQuantity,
  chain_id: wholeNumber.check(z.positive()),
}
const accessList = z.optional(
  z
    .array(z.strictObject({ address, storage_keys: z.array(hash).check(z.maxLength(1024)) }))
    .check(z.maxLength(256)),
)
const feeMarket = {
  max_fee_per_gas: hexQuantity,
  max_priority_fee_per_gas: hexQuantity,
  access_list: accessList,
}

export const unsignedTransaction = z.union([
  z.strictObject({ type: z.literal(0), gas_price: hexQuantity, ...common }),
  z.strictObject({ type: z.literal(1), gas_price: hexQuantity, access_list: accessList, ...common }),
  z.strictObject({ type: z.literal(2), ...feeMarket, ...common }),
  z.strictObject({
    type: z.literal(4),
    ...feeMarket,
    ...common,
    to: address,
    authorization_list: z.array(authorization).check(z.minLength(1), z.maxLength(16)),
  }),
])
export type UnsignedTransaction = z.infer<typeof unsignedTransaction>

/** POST /wallets/:wallet_id/rpc with `eth_signTransaction`. */
export const ethSignTransactionRequest = z.strictObject({
  method: z.literal('eth_signTransaction'),
  params: z.strictObject({ transaction: unsignedTransaction }),
})

export const ethSignTransactionResponse = z.object({
  method: z.literal('eth_signTransaction'),
  data: z.object({
    signed_transaction: z.string().check(z.regex(/^0x(?:[0-9a-f]{2})+$/)),
    encoding: z.literal('rlp'),
  }),
})

/** POST /wallets/:wallet_id/rpc with Solana's `signTransaction`: a whole transaction, legacy, v0 or v1, base64. */
export const solanaSignTransactionRequest = z.strictObject({
  method: z.literal('signTransaction'),
  params: z.strictObject({
    transaction: z.string().check(
      z.maxLength(4 * Math.ceil(MAX_SOLANA_TRANSACTION_BYTES / 3)),
      z.refine(text => base64Bytes(text) !== null, 'Write padded base64'),
    ),
    encoding: z.literal('base64'),
  }),
})

export const solanaSignTransactionResponse = z.object({
  method: z.literal('signTransaction'),
  data: z.object({ signed_transaction: z.string(), encoding: z.literal('base64') }),
})
