import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** BIP-39: 12, 15, 18, 21 or 24 words. */
const COUNTS: readonly number[] = [12, 15, 18, 21, 24]
const BITS = 11

/**
 * The entropy of a BIP-39 sentence, English, whatever its case and spaces. By bytes: a JavaScript string of the sentence could not
 * be wiped; its words by themselves tell nothing.
 * @param sentence UTF-8; the caller wipes it
 * @returns the caller wipes it; `null`: no such words, or their checksum does not hold
 */
export function entropyOfWords(sentence: Uint8Array): Uint8Array | null {
  const indexes: number[] = []
  const bits = new Uint8Array(Math.ceil((COUNTS.at(-1) ?? 0) * BITS))
  try {
    for (let from = 0; from < sentence.length; ) {
      if (isSpace(sentence[from])) {
        from += 1
        continue
      }
      let to = from
      while (to < sentence.length && !isSpace(sentence[to])) to += 1
      const index = wordlist.indexOf(new TextDecoder().decode(sentence.subarray(from, to)).toLowerCase())
      if (index < 0) return null
      indexes.push(index)
      from = to
    }
    if (!COUNTS.includes(indexes.length)) return null
    indexes.forEach((index, word) => {
      for (let bit = 0; bit < BITS; bit++) bits[word * BITS + bit] = (index >> (BITS - 1 - bit)) & 1
    })
    // 32 bits of entropy to each bit of checksum.
    const entropy = new Uint8Array((indexes.length * BITS * 32) / 33 / 8)
    for (let bit = 0; bit < entropy.length * 8; bit++)
      entropy[bit >> 3] = ((entropy[bit >> 3] ?? 0) << 1) | (bits[bit] ?? 0)
    const [checksum = 0] = sha256(entropy)
    for (let bit = 0; bit < (entropy.length * 8) / 32; bit++)
      if (bits[entropy.length * 8 + bit] !== ((checksum >> (7 - bit)) & 1)) {
        entropy.fill(0)
        return null
      }
    return entropy
  } finally {
    indexes.fill(0)
    bits.fill(0)
  }
}

const isSpace = (byte: number | undefined) => byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)
