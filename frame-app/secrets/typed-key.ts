import { addressOfKey, type ChainType, keyOfSeed, solanaSecretKey } from './chain-key.ts'
import type { Label } from './labels.ts'
import type { Typed } from './messages.ts'
import { type KeyProblem, readKey } from './read-key.ts'
import { readWords, seedOfWords, type WordsProblem } from './read-words.ts'

/** What stands in the fields. */
export type Entry =
  | { readonly type: 'private-key'; readonly text: string }
  | { readonly type: 'hd'; readonly text: string; readonly number: string }

/** A key that was typed, and what it makes. */
export interface TypedKey {
  readonly address: string
  readonly entropy: Typed['entropy']
  /** What is sent, to be encrypted: the key's bytes, or its words in UTF-8. */
  readonly plain: Uint8Array
}

export type ReadEntry = TypedKey | { readonly problem: KeyProblem | WordsProblem | 'index' } | null

/** The largest index of a path (BIP-32), and one. */
const MOST = 2 ** 31

/** @returns `null`: nothing is typed yet */
export async function readEntry(chainType: ChainType, entry: Entry): Promise<ReadEntry> {
  if (entry.text.trim() === '') return null
  if (entry.type === 'private-key') {
    const read = readKey(chainType, entry.text)
    if ('problem' in read) return read
    const plain = chainType === 'solana' ? solanaSecretKey(read.key) : read.key.slice()
    const address = addressOfKey(chainType, read.key)
    read.key.fill(0)
    return { address, entropy: { type: 'private-key' }, plain }
  }
  const read = readWords(entry.text)
  if ('problem' in read) return read
  const number = /^\d{1,10}$/.test(entry.number.trim()) ? Number(entry.number) : 0
  if (number < 1 || number > MOST) return { problem: 'index' }
  const seed = await seedOfWords(read.words)
  const key = keyOfSeed(chainType, seed, number - 1)
  const address = addressOfKey(chainType, key)
  for (const secret of [seed, key]) secret.fill(0)
  return {
    address,
    entropy: { type: 'hd', index: number - 1 },
    plain: new TextEncoder().encode(read.words.join(' ')),
  }
}

/** What a person is told: what is wrong, then what to do. Nothing that they typed is repeated. */
export function sayProblem(problem: KeyProblem | WordsProblem | 'index', label: Label): string {
  switch (problem) {
    case 'not-a-key':
      return label('secret.notAKey')
    case 'key-length':
      return label('secret.keyLength')
    case 'off-curve':
      return label('secret.offCurve')
    case 'halves':
      return label('secret.halves')
    case 'index':
      return label('secret.indexProblem')
  }
  switch (problem.kind) {
    case 'unknown-word':
      return label('secret.unknownWord', { number: problem.at })
    case 'word-count':
      return label('secret.wordCount', { count: problem.count })
    case 'numbers':
      return label('secret.wordNumbers')
    case 'checksum':
      return label('secret.checksum')
  }
}
