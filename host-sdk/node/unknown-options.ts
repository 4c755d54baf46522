/**
 * Tells on the console of options that there are none of, with the name that was probably meant: in plain JavaScript no compiler does, and
 * what is misspelt would be as if it were not there.
 * @param of whose options they are
 * @param known the names that there are
 */
export function warnOfUnknown(of: string, options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known)
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    const meant = nearest(name, names)
    console.warn(
      `Vitrine: ${of}: there is no option ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    )
  }
}

/** A third of the letters may be wrong. */
function nearest(written: string, names: readonly string[]): string | undefined {
  const away = (name: string) => distance(written.toLowerCase(), name.toLowerCase())
  const [best] = names.toSorted((one, other) => away(one) - away(other))
  return best !== undefined && away(best) <= Math.ceil(best.length / 3) ? best : undefined
}

/** How many letters are to be put in, taken out or exchanged (Levenshtein), row by row. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (let at = 0; at < other.length; at++) {
      const [above = 0, beside = 0, before = 0] = [row[at + 1], next[at], row[at]]
      next.push(Math.min(above + 1, beside + 1, before + (other[at] === letter ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
