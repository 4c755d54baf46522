import * as z from 'zod/mini'
import { MAX_TYPED_DATA_LENGTH } from './sign-typed-data.ts'
import { fits, isElementary } from './typed-data-check.ts'

const MAX_FIELDS = 64
const text = z.string().check(z.minLength(1), z.maxLength(256))

/**
 * Typed data of version 1, a list of named values: the draft before EIP-712, which MetaMask calls `eth_signTypedData`. It has no
 * domain, so its signature is bound to no contract and no chain.
 */
export const legacyTypedData = z
  .array(z.strictObject({ type: text, name: text, value: z.unknown() }))
  .check(z.minLength(1), z.maxLength(MAX_FIELDS))
export type LegacyTypedData = z.infer<typeof legacyTypedData>

/** POST /wallets/:wallet_id/rpc with `eth_signTypedData`: typed data of version 1. */
export const signLegacyTypedDataRequest = z.strictObject({
  method: z.literal('eth_signTypedData'),
  params: z.strictObject({
    fields: legacyTypedData.check(
      z.refine(fields => legacyTypedDataProblem(fields) === null, {
        error: ({ input }) => legacyTypedDataProblem(input as LegacyTypedData) ?? undefined,
      }),
    ),
  }),
})

export const signLegacyTypedDataResponse = z.object({
  method: z.literal('eth_signTypedData'),
  data: z.object({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)), encoding: z.literal('hex') }),
})

/**
 * Finds what keeps typed data of version 1 from meaning one thing. MetaMask converts values that do not fit their type, such as
 * the text "false", which it signs as `true`. Such a value would be signed as something else than the screen shows.
 *
 * @returns one sentence, or `null` when MetaMask's `typedSignatureHash` hashes these values as they are written.
 */
export function legacyTypedDataProblem(fields: LegacyTypedData): string | null {
  for (const { type, name, value } of fields) {
    if (/\p{Surrogate}/u.test(name)) return 'The name of a value is not well-formed text.'
    const [, item, length] = LIST.exec(type) ?? []
    if (!isElementary(item ?? type)) return `The type \`${type}\` of \`${name}\` is not supported.`
    // `eth-sig-util` packs these without the padding that Solidity has, so libraries disagree about them.
    if (item !== undefined && /^bytes\d/.test(item) && item !== 'bytes32')
      return `The type \`${type}\` of \`${name}\` is not supported. Use bytes32.`
    const values = item === undefined ? [value] : value
    if (!Array.isArray(values) || (length && values.length !== Number(length)))
      return `\`${name}\` is not a ${type}.`
    if (!values.every(each => fits(item ?? type, each))) return `\`${name}\` is not a valid ${type}.`
  }
  return JSON.stringify(fields).length > MAX_TYPED_DATA_LENGTH
    ? 'The typed data is longer than 65,536 characters.'
    : null
}

const LIST = /^(.+)\[([1-9]\d{0,3})?\]$/
