import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The Ethereum address of a secp256k1 private key (Yellow Paper §4.2 and appendix F: the last 20 bytes of the keccak-256
 * of the uncompressed public key), with the checksum of EIP-55.
 */
export function ethereumAddress(privateKey: Uint8Array): `0x${string}` {
  const publicKey = secp256k1.getPublicKey(privateKey, false).subarray(1)
  return checksummed(bytesToHex(keccak_256(publicKey).subarray(-20)))
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a nibble of 8 or more. */
function checksummed(address: string): `0x${string}` {
  const hash = bytesToHex(keccak_256(utf8ToBytes(address)))
  const letters = [...address].map((letter, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}
