import { KIT_WORDS } from '@vitrine/shared/kit/read-kit-code.ts'

const MAX_SUGGESTIONS = 5

/** Where a person types: the letters before the caret. */
export const startedWord = (text: string, caret: number): string =>
  text
    .slice(0, caret)
    .normalize('NFKD')
    .split(/\P{L}+/u)
    .at(-1)
    ?.toLowerCase() ?? ''

/** Words that begin with what was typed; none for what is a word and begins no other. */
export function suggestWords(started: string): readonly string[] {
  if (started.length < 2) return []
  const found = KIT_WORDS.filter(word => word.startsWith(started))
  return found.length === 1 && found[0] === started ? [] : found.slice(0, MAX_SUGGESTIONS)
}

/** The word that was meant: the first four letters name each word of the list, else the nearest by its letters. */
export function nearestWord(word: string): string | null {
  const named =
    word.length >= 4 && KIT_WORDS.find(it => it.length >= 4 && it.slice(0, 4) === word.slice(0, 4))
  if (named) return named
  const ranked = KIT_WORDS.map(it => ({ it, distance: distanceOf(it, word) }))
  const [best, next] = ranked.sort((a, b) => a.distance - b.distance)
  return best && best.distance <= 2 && best.distance < (next?.distance ?? 0) ? best.it : null
}

/** How many letters are to be put in, left out or changed (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}
