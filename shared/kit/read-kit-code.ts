import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { base58Bytes, hexBytes } from '../encoding.ts'
import type { KitChain } from './kit.ts'

/** What a kit's code says. The caller wipes `key`. */
export type KitSecret =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | {
      readonly kind: 'key'
      readonly chainType: KitChain
      /** Ethereum: 32 bytes. Solana: 64, the secret key with its public half. */
      readonly key: Uint8Array
    }

/** Why a text is no kit's code. */
export type KitProblem =
  | { readonly kind: 'empty' }
  /** `at` counts from 1, in the kit's order. */
  | { readonly kind: 'unknown-word'; readonly word: string; readonly at: number }
  | { readonly kind: 'word-count'; readonly count: number }
  /** Some words have a number and others none, or the numbers leave one out. */
  | { readonly kind: 'numbers' }
  | { readonly kind: 'checksum' }
  | { readonly kind: 'no-key' }

export type KitReading = KitSecret | KitProblem

/** BIP-39, English. */
export const KIT_WORDS: readonly string[] = wordlist
/** BIP-39, "Generating the mnemonic". */
export const WORD_COUNTS: readonly number[] = [12, 15, 18, 21, 24]

/** More than any code takes: what was pasted by mistake is not searched through. */
const MAX_LENGTH = 4096

/**
 * What somebody typed, pasted or scanned of a kit: its words in any case, with any space between them and with the numbers of
 * the printed grid, which then say their order; or a private key as hex, base58 or the JSON of `solana-keygen`.
 *
 * 32 bytes of base58 are refused: nothing tells a key's seed from an address, which is often what was pasted.
 */
export function readKitCode(text: string): KitReading {
  const plain = text.normalize('NFKD').trim()
  if (plain === '') return { kind: 'empty' }
  if (plain.length > MAX_LENGTH) return { kind: 'no-key' }
  const isWords = plain.split(/[\s.,:;()-]+/).filter(it => /^\p{L}{3,}$/u.test(it)).length > 1
  const key = readKey(plain)
  if (key) return key
  return isWords || /^\p{L}{1,8}$/u.test(plain) ? readWords(plain) : { kind: 'no-key' }
}

const WORDS = new Set(wordlist)

function readWords(text: string): KitReading {
  const words = inOrder(text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [])
  if (!words) return { kind: 'numbers' }
  const unknown = words.findIndex(word => !WORDS.has(word))
  if (unknown >= 0) return { kind: 'unknown-word', word: words[unknown] ?? '', at: unknown + 1 }
  if (!WORD_COUNTS.includes(words.length)) return { kind: 'word-count', count: words.length }
  try {
    mnemonicToEntropy(words.join(' '), wordlist).fill(0)
  } catch {
    return { kind: 'checksum' }
  }
  return { kind: 'words', words }
}

/** A grid that is copied column by column comes in another order than it is read: its numbers say which. */
function inOrder(tokens: readonly string[]): readonly string[] | null {
  const words = tokens.filter(it => !/\d/.test(it))
  if (words.length === tokens.length) return words
  const placed = new Map<number, string>()
  for (let index = 0; index < tokens.length; index += 2)
    placed.set(Number(tokens[index]), tokens[index + 1] ?? '')
  const ordered = words.map((_, index) => placed.get(index + 1))
  return tokens.length === words.length * 2 && ordered.every(word => word !== undefined && !/\d/.test(word))
    ? (ordered as readonly string[])
    : null
}

function readKey(text: string): KitSecret | null {
  if (text.startsWith('[')) return solanaKey(keygenBytes(text))
  // A long key is printed on several lines.
  const one = text.replaceAll(/\s/g, '')
  const hex = hexBytes(one.replace(/^0x/i, ''))
  if (hex?.length === 32) {
    return secp256k1.utils.isValidSecretKey(hex) ? { kind: 'key', chainType: 'ethereum', key: hex } : null
  }
  return solanaKey(hex ?? base58Bytes(one))
}

/** Refuses halves that are not one key's: a signature by such a pair can give the key away. */
function solanaKey(key: Uint8Array | null): KitSecret | null {
  if (key?.length !== 64) return null
  const own = ed25519.getPublicKey(key.subarray(0, 32))
  return own.every((byte, index) => byte === key[32 + index])
    ? { kind: 'key', chainType: 'solana', key }
    : null
}

/** What `solana-keygen` writes: a list of the bytes. */
function keygenBytes(text: string): Uint8Array | null {
  if (!/^\[\s*\d{1,3}(\s*,\s*\d{1,3})*\s*\]$/.test(text)) return null
  const bytes = JSON.parse(text.replaceAll(/\b0+(?=\d)/g, '')) as number[]
  return bytes.every(it => it <= 255) ? Uint8Array.from(bytes) : null
}
