import { singleLine } from '../readable-text.ts'

/** Enough for every honest name; a longer one would push the rest out of sight. */
const MAX_SYMBOL_CHARACTERS = 12

/** A stranger's text beside an amount: one line, nothing hidden, short. `null` when nothing is left. */
export function safeSymbol(text: string): string | null {
  // Digits, points and commas at the edge would run into the amount: "5 000 USDC" can be "5" of "000 USDC".
  const line = singleLine(text).replace(/^[\p{N}\s.,'’+-]+/u, '')
  const characters = [...line]
  if (characters.length === 0) return null
  return characters.length > MAX_SYMBOL_CHARACTERS
    ? `${characters.slice(0, MAX_SYMBOL_CHARACTERS).join('')}…`
    : line
}

/** Letters of other scripts that look like Latin capitals (Unicode TR 39, the part that spells the symbols above). */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['AАΑꓮ', 'BВΒꓐ', 'CСϹꓚᏟ', 'DᎠꓓ', 'EЕΕꓰᎬ', 'HНΗꓧᎻ', 'IІΙꓲ', 'SЅꓢᏚ', 'TТΤꓔᎢ', 'UՍꓴ', 'WԜꓪᎳ'].flatMap(
    ([latin = '', ...others]) => others.map(other => [other, latin] as const),
  ),
)

/** A symbol as it looks: two that a person takes for the same are the same. */
export const plainSymbol = (symbol: string): string =>
  // Without accents and signs: "$USDC", "USDĊ" and "ETH." are read as what they borrow.
  [...symbol.normalize('NFKD').toUpperCase()]
    .filter(letter => /[\p{L}\p{N}]/u.test(letter))
    .map(letter => LOOKALIKES[letter] ?? letter)
    .join('')
