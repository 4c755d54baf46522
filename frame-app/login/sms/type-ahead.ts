import { fold } from './countries.ts'

/** Keys that follow each other faster than this make one word (contract §9). */
export const TYPE_AHEAD_RESET_MS = 350

export interface TypeAhead {
  readonly text: string
  /** Of the last key, unix ms. */
  readonly atMs: number
}

/** What was typed so far, with one more key. */
export function typeAhead(before: TypeAhead | null, key: string, atMs: number): TypeAhead {
  const goesOn = before !== null && atMs - before.atMs < TYPE_AHEAD_RESET_MS
  return { text: goesOn ? before.text + key : key, atMs }
}

/**
 * The name that was meant: the next one after `current` for a single letter, so that pressing it again goes on; from
 * `current` on for a longer start.
 * @returns its index, or `current` when no name starts so
 */
export function nameAhead(names: readonly string[], current: number, text: string): number {
  const wanted = fold(text)
  const isOneLetter = [...wanted].every(letter => letter === wanted[0])
  const start = isOneLetter ? (wanted[0] ?? '') : wanted
  const from = isOneLetter ? current + 1 : current
  for (let step = 0; step < names.length; step++) {
    const index = (from + step) % names.length
    if (fold(names[index] ?? '').startsWith(start)) return index
  }
  return current
}
