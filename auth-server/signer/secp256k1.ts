import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { EthereumSignature } from '@vitrine/shared/wallet/signing/ethereum.ts'

/** secp256k1 over a hash of 32 bytes, with a deterministic nonce (RFC 6979) and low s (EIP-2). */
export function signSecp256k1(hash: Uint8Array, privateKey: Uint8Array): EthereumSignature {
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  // noble puts the recovery bit first.
  return {
    yParity: signature[0] === 1 ? 1 : 0,
    r: `0x${bytesToHex(signature.subarray(1, 33))}`,
    s: `0x${bytesToHex(signature.subarray(33))}`,
  }
}
