import { createHash, pbkdf2Sync } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const BITS_PER_WORD = 11
const ROUNDS = 2048
const SEED_BYTES = 64

/**
 * The seed of an entropy, as any wallet that is given its recovery phrase makes it (BIP-39, English, no passphrase).
 * The phrase is put together as bytes: a string of it could not be wiped.
 *
 * @param entropy 32 bytes. @returns 64 bytes; the caller wipes them.
 */
export function bip39Seed(entropy: Uint8Array): Buffer {
  const phrase = recoveryPhrase(entropy)
  try {
    return pbkdf2Sync(phrase, 'mnemonic', ROUNDS, SEED_BYTES, 'sha512')
  } finally {
    phrase.fill(0)
  }
}

/** BIP-39 "Generating the mnemonic": entropy and checksum, cut into words of eleven bits; UTF-8. The caller wipes it. */
export function recoveryPhrase(entropy: Uint8Array): Buffer {
  const checked = Buffer.concat([entropy, createHash('sha256').update(entropy).digest().subarray(0, 1)])
  const words = (entropy.length * 8 + entropy.length / 4) / BITS_PER_WORD
  const phrase = Buffer.alloc(words * 9)
  let length = 0
  for (let word = 0; word < words; word++) {
    if (word > 0) length += phrase.write(' ', length)
    length += phrase.write(wordlist[bitsAt(checked, word * BITS_PER_WORD)] ?? '', length)
  }
  checked.fill(0)
  try {
    return Buffer.from(phrase.subarray(0, length))
  } finally {
    phrase.fill(0)
  }
}

function bitsAt(bytes: Uint8Array, start: number): number {
  let value = 0
  for (let bit = start; bit < start + BITS_PER_WORD; bit++) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}
