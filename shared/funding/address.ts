import { base58Bytes } from '../encoding.ts'
import { withChecksum } from '../wallet/ethereum-address.ts'

/**
 * Reads an address of a chain family.
 * @returns the address, an Ethereum one with the checksum of EIP-55; `null` for one of another family, and for one whose
 *   capitals are not those of its checksum: a character of it is wrong
 */
export function readAddress(chainType: 'ethereum' | 'solana', address: string): string | null {
  if (chainType === 'solana') return base58Bytes(address)?.length === 32 ? address : null
  if (!/^0x[\da-f]{40}$/i.test(address)) return null
  const checked = withChecksum(address)
  const digits = address.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum && address !== checked ? null : checked
}
