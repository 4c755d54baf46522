import type { Hex } from '../../../chains/ethereum/ports.ts'

/** Values that a person can look through; the rest stands in the raw data. */
const MAX_VALUES = 24
const WORD = 64
/** Below this a number is taken for a number, though an address could have as many noughts before it. */
const FIRST_ADDRESS = 2n ** 120n
const END_OF_ADDRESSES = 2n ** 160n

export interface GuessedValue {
  readonly kind: 'address' | 'text' | 'code'
  readonly value: string
}

/**
 * What the 32-byte words after the selector look like: addresses, numbers, or bytes as they are. A guess: the ABI encoding
 * (Solidity's "Contract ABI Specification") does not say what is what, and places of lists look like numbers. It explains
 * nothing away.
 *
 * @returns nothing for data that is not in whole words
 */
export function guessValues(data: Hex): readonly GuessedValue[] {
  const words = data.slice(10)
  if (words.length % WORD !== 0) return []
  return Array.from({ length: Math.min(MAX_VALUES, words.length / WORD) }, (_, place) =>
    guess(words.slice(place * WORD, (place + 1) * WORD)),
  )
}

function guess(word: string): GuessedValue {
  const number = BigInt(`0x${word}`)
  if (number < FIRST_ADDRESS) return { kind: 'text', value: number.toString() }
  return number < END_OF_ADDRESSES
    ? { kind: 'address', value: `0x${word.slice(24)}` }
    : { kind: 'code', value: `0x${word}` }
}
