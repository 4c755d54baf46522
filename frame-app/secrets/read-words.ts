import { mnemonicToSeed } from '@scure/bip39'
import { type KitProblem, readKitCode } from '@vitrine/shared/kit/read-kit-code.ts'

/** Why what was typed are no words of a wallet. */
export type WordsProblem = Extract<
  KitProblem,
  { kind: 'unknown-word' | 'word-count' | 'numbers' | 'checksum' }
>
export type ReadWords = { readonly words: readonly string[] } | { readonly problem: WordsProblem }

/** A recovery phrase as people write it down: in any letters, on lines, with numbers before the words. */
export function readWords(typed: string): ReadWords {
  const read = readKitCode(typed)
  switch (read.kind) {
    case 'words':
      return read
    case 'key':
    case 'empty':
    case 'no-key':
      if ('key' in read) read.key.fill(0)
      return { problem: { kind: 'unknown-word', word: '', at: 1 } }
    default:
      return { problem: read }
  }
}

/** The seed of these words (BIP-39), without a passphrase. The caller wipes it. */
export const seedOfWords = (words: readonly string[]): Promise<Uint8Array> => mnemonicToSeed(words.join(' '))
