import { createHash, pbkdf2Sync } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const BITS_PER_WORD = 11
const ROUNDS = 2048
const SEED_BYTES = 64

/**
 * The seed of an entropy, as any wallet that is given its recovery phrase makes it (BIP-39, English, no passphrase).
 * The phrase is put together as bytes: a string of it could not be wiped.
 *
 * @param entropy 16 to 32 bytes. @returns 64 bytes; the caller wipes them.
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

/** Numbers of words that BIP-39 has. */
const WORD_COUNTS = [12, 15, 18, 21, 24]
const isSpace = (byte: number | undefined) =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
/** `A` to `Z` as `a` to `z`. */
const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)

/**
 * What words were made of (BIP-39, English), read from their bytes: a string of them could not be wiped.
 * @param phrase words in any case with any ASCII space between them
 * @returns the entropy, which the caller wipes; `words` for what are no such words, `checksum` where one of them is another
 */
export function entropyOfPhrase(phrase: Uint8Array): Buffer | 'words' | 'checksum' {
  // 24 words of eleven bits.
  const checked = Buffer.alloc(33)
  let count = 0
  try {
    for (let at = 0; at < phrase.length; ) {
      if (isSpace(phrase[at])) {
        at++
        continue
      }
      let end = at
      while (end < phrase.length && !isSpace(phrase[end])) end++
      const index = indexOfWord(phrase.subarray(at, end))
      if (index === -1 || count === 24) return 'words'
      for (let bit = 0; bit < BITS_PER_WORD; bit++) {
        const place = count * BITS_PER_WORD + bit
        checked[place >> 3] = (checked[place >> 3] ?? 0) | (((index >> (10 - bit)) & 1) << (7 - (place & 7)))
      }
      count++
      at = end
    }
    if (!WORD_COUNTS.includes(count)) return 'words'
    const length = (count * 4) / 3
    const entropy = Buffer.from(checked.subarray(0, length))
    const sum = (createHash('sha256').update(entropy).digest()[0] ?? 0) & (0xff << (8 - count / 3))
    if (checked[length] === (sum & 0xff)) return entropy
    entropy.fill(0)
    return 'checksum'
  } finally {
    checked.fill(0)
  }
}

/** The list is in the order of its bytes. */
function indexOfWord(word: Uint8Array): number {
  let [from, to] = [0, wordlist.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const order = compare(word, wordlist[middle] ?? '')
    if (order === 0) return middle
    if (order < 0) to = middle
    else from = middle + 1
  }
  return -1
}

function compare(word: Uint8Array, listed: string): number {
  for (let at = 0; at < word.length && at < listed.length; at++) {
    const difference = lower(word[at] ?? 0) - listed.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return word.length - listed.length
}

function bitsAt(bytes: Uint8Array, start: number): number {
  let value = 0
  for (let bit = start; bit < start + BITS_PER_WORD; bit++) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}
