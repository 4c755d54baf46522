import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export interface Country {
  readonly code: CountryCode
  /** Without the plus. */
  readonly callCode: string
  /** In the person's language. */
  readonly name: string
}

/** Every country that has phone numbers, by name as the language sorts names. */
export function listCountries(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  return getCountries()
    .map(code => ({ code, callCode: getCountryCallingCode(code), name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}

/** Countries by the start of a word of the name ("kingdom"), by calling code ("+44", "44") or by ISO code ("gb"). */
export function findCountries(countries: readonly Country[], query: string): readonly Country[] {
  const wanted = fold(query.trim())
  const callCode = /^\+?(\d{1,4})$/.exec(wanted)?.[1]
  return countries.filter(country =>
    callCode === undefined
      ? ` ${fold(country.name)}`.includes(` ${wanted}`) || country.code.toLowerCase() === wanted
      : country.callCode.startsWith(callCode),
  )
}

/** Without case and accents: "aland" finds "Åland Islands". */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[-(),]/g, ' ')
    .toLowerCase()
