import { concatHex, encodePacked, keccak256 } from 'viem/utils'
import { type LegacyTypedData, legacyTypedDataProblem } from '../legacy-typed-data.ts'

type Hex = `0x${string}`

/**
 * The hash that `eth_signTypedData` of version 1 signs, as MetaMask's `typedSignatureHash` makes it: keccak-256 of 64 bytes,
 * `keccak256(packed texts "type name") ‖ keccak256(packed values)`, each packed as Solidity's `abi.encodePacked` does.
 *
 * The signature cannot be mistaken for one of anything else that an Ethereum key signs:
 * - EIP-712 (versions 3 and 4) hashes 66 bytes, never 64.
 * - A personal message (EIP-191, version 0x45) begins with 26 fixed bytes. These 64 bytes begin with a hash, which no site can
 *   make begin so: that takes 2^208 attempts.
 * - A transaction or an EIP-7702 authorization is one RLP list, with or without a type byte before it (EIP-2718). A site can
 *   find texts whose two hashes read as one within some 2^48 attempts, so the two bytes that begin every such list of this
 *   length are refused. The check also hits one honest request in 40,000.
 *
 * The packed texts have no separators. Two lists with the same texts in another division, such as "ab" and "c" for "a" and
 * "bc", have the same signature. A verifier must not depend on where one text ends.
 *
 * @returns 32 bytes, 0x-prefixed hex.
 * @throws RangeError when `legacyTypedDataProblem` finds one, or the 64 bytes could be a transaction.
 */
export function legacyTypedDataHash(fields: LegacyTypedData): Hex {
  const problem = legacyTypedDataProblem(fields)
  if (problem !== null) throw new RangeError(problem)
  const names = fields.map(({ type, name }) => `${type} ${name}`)
  const packed = [
    encodePacked(Array<string>(names.length).fill('string'), names),
    encodePacked(
      fields.map(({ type }) => type),
      fields.map(({ type, value }) => packable(type, value)),
    ),
  ]
  const preimage = concatHex(packed.map(bytes => keccak256(bytes)))
  if (couldBeTransaction(preimage))
    throw new RangeError('This typed data hashes to bytes that could be a transaction. Change any value.')
  return keccak256(preimage)
}

/** Whether 64 bytes begin as an RLP list of 64 bytes, or of 63 after a type byte (EIP-2718). */
export const couldBeTransaction = (preimage: Hex): boolean => /^0x(?:f83e|[0-7].f83d)/.test(preimage)

/** A value as viem packs it. viem refuses an address whose mixed case is no checksum that it knows. */
function packable(type: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => packable(type.replace(/\[\d*\]$/, ''), each))
  if (type === 'address') return (value as string).toLowerCase()
  return /^u?int/.test(type) ? BigInt(value as number | string) : value
}
