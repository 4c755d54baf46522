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

/** Countries by the start of a word of the name ("kingdom"), by calling code ("+44", "44", "0044") or by ISO code ("gb"). */
export function findCountries(countries: readonly Country[], query: string): readonly Country[] {
  const wanted = fold(query.trim())
  const callCode = /^(?:\+|00)? ?(\d[\d ]*)$/.exec(wanted)?.[1]?.replaceAll(' ', '')
  return countries.filter(country =>
    callCode === undefined
      ? ` ${fold(country.name)}`.includes(` ${wanted}`) || country.code.toLowerCase() === wanted
      : // No calling code begins with another one: of what is typed on, the first digits say the country.
        country.callCode.startsWith(callCode) || callCode.startsWith(country.callCode),
  )
}

/** Without case and accents, digits as in ASCII: "aland" finds "Åland Islands", "٤٧" Norway. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[-(),]/g, ' ')
    .toLowerCase()
