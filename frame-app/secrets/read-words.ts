import { mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Why what was typed are no words of a wallet. `at`: the place of the word, from 1. */
export type WordsProblem =
  | { readonly kind: 'unknown-word'; readonly at: number }
  | { readonly kind: 'word-count'; readonly count: number }
  | { readonly kind: 'checksum' }

export type ReadWords = { readonly words: string } | { readonly problem: WordsProblem }

/** How many words a phrase may have (BIP-39). */
const COUNTS = [12, 15, 18, 21, 24]
const KNOWN = new Set(wordlist)

/** A recovery phrase as people write it down: in any letters, on lines, with numbers before the words. */
export function readWords(typed: string): ReadWords {
  const list = typed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\d+[.):]?/g, ' ')
    .split(/[\s,;]+/)
    .filter(word => word !== '')
  const unknown = list.findIndex(word => !KNOWN.has(word))
  if (unknown >= 0) return { problem: { kind: 'unknown-word', at: unknown + 1 } }
  if (!COUNTS.includes(list.length)) return { problem: { kind: 'word-count', count: list.length } }
  const words = list.join(' ')
  return validateMnemonic(words, wordlist) ? { words } : { problem: { kind: 'checksum' } }
}

/** The seed of these words (BIP-39), without a passphrase. The caller wipes it. */
export const seedOfWords = (words: string): Promise<Uint8Array> => mnemonicToSeed(words)
