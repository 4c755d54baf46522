import { didYouMean } from '@vitrine/shared/nearest-name.ts'

/**
 * Tells on the console of options that there are none of, with the name that was probably meant: in plain JavaScript no compiler does, and
 * what is misspelt would be as if it were not there.
 * @param of whose options they are
 * @param known the names that there are
 */
export function warnOfUnknown(of: string, options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      console.warn(`Vitrine: ${of}: there is no option ${name}.${didYouMean(name, names)}`)
}
