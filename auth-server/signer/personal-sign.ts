import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import { SignerRefusal } from './refusal.ts'

/**
 * `personal_sign` (EIP-191 version 0x45, contract §6.1): keccak-256 of `"\x19Ethereum Signed Message:\n" + length +
 * message`, signed by secp256k1 with a deterministic nonce (RFC 6979) and low s (EIP-2).
 *
 * @returns r, s and v (27 or 28): 65 bytes, 0x-prefixed hex.
 * @throws SignerRefusal `invalid_request` when the message has no bytes that could be signed as shown.
 */
export function personalSign(
  { params }: RpcRequest<'personal_sign'>,
  privateKey: Uint8Array,
): { readonly signature: string; readonly encoding: 'hex' } {
  const message = messageBytes(params)
  if (!message) throw new SignerRefusal('invalid_request', 'The message cannot be signed as it was shown.')
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  const hash = keccak_256(concatBytes(prefix, message))
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  // noble puts the recovery bit first, Ethereum last and 27 higher.
  const v = Uint8Array.of(27 + (signature[0] ?? 0))
  return { signature: `0x${bytesToHex(concatBytes(signature.subarray(1), v))}`, encoding: 'hex' }
}
