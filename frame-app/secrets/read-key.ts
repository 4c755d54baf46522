import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58Bytes, hexBytes } from '@vitrine/shared/encoding.ts'
import type { ChainType } from './chain-key.ts'

/** Why what was typed is no private key. */
export type KeyProblem = 'not-a-key' | 'key-length' | 'off-curve' | 'halves'

export type ReadKey = { readonly key: Uint8Array } | { readonly problem: KeyProblem }

const KEY_BYTES = 32

/**
 * A private key as other wallets write it: hex with or without `0x`; of Solana also base58 and the JSON array of `solana-keygen`.
 * @returns 32 bytes, which the caller wipes
 */
export function readKey(chainType: ChainType, typed: string): ReadKey {
  const bytes = bytesOf(chainType, typed.trim())
  if (bytes === null) return { problem: 'not-a-key' }
  return chainType === 'ethereum' ? readEthereum(bytes) : readSolana(bytes)
}

function bytesOf(chainType: ChainType, text: string): Uint8Array | null {
  const digits = text.replace(/^0x/i, '')
  // Both are hex and base58 at once only in the letters that they share: 64 and 128 digits of hex are no key in base58.
  if (/^[\da-f]+$/i.test(digits) && (text !== digits || digits.length >= 2 * KEY_BYTES))
    return hexBytes(digits) ?? new Uint8Array()
  if (chainType === 'ethereum') return /^[\da-f]+$/i.test(digits) ? new Uint8Array() : null
  return text.startsWith('[') ? bytesOfJson(text) : base58Bytes(text)
}

/** A file of `solana-keygen`. */
function bytesOfJson(text: string): Uint8Array | null {
  try {
    const list: unknown = JSON.parse(text)
    const isByte = (it: unknown) => Number.isInteger(it) && (it as number) >= 0 && (it as number) < 256
    return Array.isArray(list) && list.every(isByte) ? Uint8Array.from(list) : null
  } catch {
    return null
  }
}

function readEthereum(bytes: Uint8Array): ReadKey {
  if (bytes.length !== KEY_BYTES) return { problem: 'key-length' }
  // Zero, and what is not below the order of the group (SEC 2 §2.4.1).
  return secp256k1.utils.isValidSecretKey(bytes) ? { key: bytes } : { problem: 'off-curve' }
}

function readSolana(bytes: Uint8Array): ReadKey {
  if (bytes.length === KEY_BYTES) return { key: bytes }
  if (bytes.length !== 2 * KEY_BYTES) return { problem: 'key-length' }
  const key = bytes.slice(0, KEY_BYTES)
  const publicKey = ed25519.getPublicKey(key)
  // A wrong half would be another wallet's address beside this key.
  const isWhole = publicKey.every((byte, at) => byte === bytes[KEY_BYTES + at])
  bytes.fill(0)
  if (isWhole) return { key }
  key.fill(0)
  return { problem: 'halves' }
}
