import * as z from 'zod/mini'
import { typedDataProblem } from './typed-data-check.ts'

/** Longest typed data that is shown and signed, in characters of its JSON: a screen cannot present more. */
export const MAX_TYPED_DATA_LENGTH = 65_536

const name = z.string().check(z.minLength(1), z.maxLength(256))

/** EIP-712 typed data as `eth_signTypedData_v4` takes it; `primary_type` is the wire's name of `primaryType`. */
export const typedData = z.strictObject({
  types: z.record(name, z.array(z.strictObject({ name, type: name })).check(z.maxLength(64))),
  primary_type: name,
  domain: z.strictObject({
    name: z.optional(z.string()),
    version: z.optional(z.string()),
    chainId: z.optional(z.union([z.number(), z.string()])),
    verifyingContract: z.optional(z.string()),
    salt: z.optional(z.string()),
  }),
  message: z.record(z.string(), z.unknown()),
})
export type TypedData = z.infer<typeof typedData>

/** POST /wallets/:wallet_id/rpc with `eth_signTypedData_v4` (contract §6.1; EIP-712). */
export const signTypedDataRequest = z.strictObject({
  method: z.literal('eth_signTypedData_v4'),
  params: z.strictObject({
    typed_data: typedData.check(
      z.refine(isShort, {
        error: 'The typed data is longer than 65,536 characters, or nested too deeply',
        abort: true,
      }),
      z.refine(value => typedDataProblem(value) === null, {
        error: ({ input }) => typedDataProblem(input as TypedData) ?? undefined,
      }),
    ),
  }),
})

function isShort(value: TypedData): boolean {
  try {
    return JSON.stringify(value).length <= MAX_TYPED_DATA_LENGTH
  } catch {
    // Some thousand levels exhaust the stack.
    return false
  }
}

export const signTypedDataResponse = z.object({
  method: z.literal('eth_signTypedData_v4'),
  data: z.object({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)), encoding: z.literal('hex') }),
})
