import { distance } from 'fastest-levenshtein'

/** The name that was probably meant; `null` when none is near: a third of the letters may be wrong. */
export function nearest(written: string, names: readonly string[]): string | null {
  const [best] = names
    .map(name => ({ name, away: distance(written.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.away - other.away)
  return best && best.away <= Math.max(1, Math.ceil(best.name.length / 3)) ? best.name : null
}

/** @returns ` Did you mean …?`, or nothing */
export function didYouMean(written: string, names: readonly string[], prefix = ''): string {
  const name = nearest(written, names)
  return name === null ? '' : ` Did you mean ${prefix}${name}?`
}
