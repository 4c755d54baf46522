import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const HARDENED = 0x80000000

/** As Solana wallets do: purpose 44, coin type 501 (SLIP-44), the wallet's index as the account, change 0. */
export const deriveSolanaKey = (seed: Uint8Array, index: number): Uint8Array =>
  deriveEd25519Key(seed, [44, 501, index, 0])

/**
 * The Ed25519 key at a path whose every step is hardened (SLIP-10, "Private parent key → private child key").
 *
 * @param seed at least 16 bytes (BIP-39 gives 64); the caller wipes it.
 * @param path indexes without the hardening bit: `[44, 501, 0, 0]` is `m/44'/501'/0'/0'`.
 * @returns 32 bytes, the RFC 8032 private key; the caller wipes them.
 * @throws RangeError when an index is none.
 */
export function deriveEd25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const index of path) {
    if (!Number.isInteger(index) || index < 0 || index >= HARDENED)
      throw new RangeError('The wallet index is not valid.')
    // 0x00 ‖ parent key ‖ index
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, HARDENED + index)
    const next = hmac(sha512, node.subarray(32), data)
    data.fill(0)
    node.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
