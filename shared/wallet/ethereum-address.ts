import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The Ethereum address of a public key (Yellow Paper, appendix F: the last 20 bytes of the keccak-256 of the uncompressed
 * key), with the checksum of EIP-55.
 * @param publicKey SEC1, compressed or not
 * @throws when the bytes are no point of the curve
 */
export function ethereumAddressOf(publicKey: Uint8Array): `0x${string}` {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return withChecksum(bytesToHex(keccak_256(uncompressed.subarray(1)).subarray(-20)))
}

/**
 * Writes an address with the checksum of EIP-55.
 * @param address 40 hex digits of any case, with or without `0x`
 */
export function withChecksum(address: string): `0x${string}` {
  const digits = address.replace(/^0x/i, '').toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = [...digits].map((letter, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}
