import type { WordKey } from '../../words/en.ts'
import { type Filling, say } from '../../words/say.ts'

/** First strong isolate and its end (Unicode TR 9): what is between them is laid out by itself. */
const [START, END] = ['\u2068', '\u2069']
const MARKS = /[\u2068\u2069]/g

/**
 * The words of a key, in which each value stands apart: in a sentence that is read from the right, "100 TUSD" would else be
 * drawn as "TUSD 100", and a minus would change its side. Only for what `Told` or a heading draws: elsewhere the marks are
 * drawn as the hidden characters that they are.
 */
export function tell<Key extends WordKey>(key: Key, ...[values]: Filling<Key>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  const apart = Object.entries(given).map(([name, value]) => [name, isolate(value)])
  const fill = say as (key: WordKey, values: Readonly<Record<string, string | number>>) => string
  return fill(key, isFromRight() ? Object.fromEntries(apart) : given)
}

/** Words without the marks, for where no sentence surrounds them. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '')

/** Cut where a value begins and ends: every second piece is one. */
export const piecesOf = (text: string): readonly string[] =>
  text.split(/\u2068([^\u2068\u2069]*)\u2069/).map(withoutMarks)

const isolate = (value: string | number) => `${START}${withoutMarks(String(value))}${END}`

const isFromRight = () => typeof document !== 'undefined' && document.documentElement.dir === 'rtl'
