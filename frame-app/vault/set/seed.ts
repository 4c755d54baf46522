import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** 128 bits: twelve words. */
export const ENTROPY_BYTES = 16

/**
 * The BIP-39 sentence of an entropy, English, as UTF-8 bytes: a JavaScript string of it could not be wiped. The words are
 * ASCII, so that NFKD changes nothing.
 * @param entropy 16 to 32 bytes, a multiple of 4
 */
export function mnemonicBytes(entropy: Uint8Array): Uint8Array<ArrayBuffer> {
  const checksum = sha256(entropy)
  const bit = (position: number) => {
    const source = position < entropy.length * 8 ? entropy : checksum
    const at = position < entropy.length * 8 ? position : position - entropy.length * 8
    return ((source[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
  }
  const count = (entropy.length * 8 * 33) / 32 / 11
  // The longest word has eight letters; each but the first is led by a space.
  const sentence = new Uint8Array(count * 9)
  let length = 0
  for (let word = 0; word < count; word++) {
    let index = 0
    for (let position = 0; position < 11; position++) index = (index << 1) | bit(word * 11 + position)
    const letters = wordlist[index] ?? ''
    if (word > 0) sentence[length++] = 0x20
    for (let letter = 0; letter < letters.length; letter++) sentence[length++] = letters.charCodeAt(letter)
  }
  const exact = sentence.slice(0, length)
  sentence.fill(0)
  return exact
}

/** The 64-byte seed of an entropy (BIP-39: PBKDF2-HMAC-SHA512, 2048 rounds). The caller wipes it. */
export async function seedOf(entropy: Uint8Array, passphrase = ''): Promise<Uint8Array<ArrayBuffer>> {
  const sentence = mnemonicBytes(entropy)
  try {
    const key = await crypto.subtle.importKey('raw', sentence, 'PBKDF2', false, ['deriveBits'])
    const salt = new TextEncoder().encode(`mnemonic${passphrase.normalize('NFKD')}`)
    const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 512))
  } finally {
    sentence.fill(0)
  }
}
