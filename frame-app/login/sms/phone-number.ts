import { withoutMexicanOne } from '@vitrine/shared/otp/mexican-number.ts'
import examples from 'libphonenumber-js/examples.mobile.json'
import {
  AsYouType,
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parseIncompletePhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** A number as it stands in the field, formatted for its country while it is typed. */
export interface TypedNumber {
  readonly country: CountryCode
  readonly text: string
  /** Where the caret stands, counted in characters. */
  readonly caret: number
}

export interface Edit {
  /** The field's text after the edit, before it is formatted anew. */
  readonly text: string
  readonly caret: number
  /** The Delete key, as opposed to Backspace. */
  readonly isForwardDelete: boolean
}

/** E.164 allows fifteen digits; a national prefix and the plus stand before them. */
const MAX_CHARACTERS = 17

/** ISO 3166 alpha-2, or the default where the library does not know it. */
export const toCountry = (code: string): CountryCode => (isSupportedCountry(code) ? code : 'US')

/** What a number is about: digits, and a plus at its start. Digits of other scripts become ours. */
const significant = (text: string): string => parseIncompletePhoneNumber(text)

/**
 * Formats a number anew after an edit. The caret stays behind the digit that it stood behind. A number that comes as a
 * whole (pasted, filled in by the browser) with a plus is written the way of its country, which it also chooses.
 */
export function retype(before: TypedNumber, edit: Edit): TypedNumber {
  const previous = significant(before.text)
  let digits = significant(edit.text)
  let passed = significant(edit.text.slice(0, edit.caret)).length
  // Only a space or a bracket was deleted, which would come back at once: the digit beside it is what was meant.
  if (digits === previous && edit.text.length < before.text.length) {
    if (!edit.isForwardDelete) passed = Math.max(0, passed - 1)
    digits = digits.slice(0, passed) + digits.slice(passed + 1)
  }
  digits = digits.slice(0, MAX_CHARACTERS)
  if (!digits.startsWith('+')) return place(before.country, format(before.country, digits), passed)
  if (digits.length - previous.length > 1) {
    const whole = readNumber(digits, before.country)
    if (whole) return whole
  }
  const formatter = new AsYouType()
  const text = formatter.input(digits)
  return place(formatter.getCountry() ?? before.country, text, passed)
}

/** The same number for another country. A country code that was typed goes with the country that it named. */
export function moveTo(country: CountryCode, before: TypedNumber): TypedNumber {
  const national = before.text.startsWith('+')
    ? (parsePhoneNumberFromString(before.text)?.nationalNumber ?? '')
    : significant(before.text)
  const text = format(country, national)
  return { country, text, caret: text.length }
}

/** What the field starts with: a number that was asked for before, or that the page knows. */
export function startWith(written: string, country: CountryCode): TypedNumber {
  const empty = { country, text: '', caret: 0 }
  return readNumber(written, country) ?? retype(empty, { text: written, caret: 0, isForwardDelete: false })
}

/** @returns E.164, or `null` for what is no number of the country */
export function toE164({ country, text }: TypedNumber): string | null {
  const number = parse(text, country)
  return number?.isPossible() && number.ext === undefined ? number.number : null
}

/** A number of the country as an example, the way people there write it. */
export const exampleOf = (country: CountryCode): string =>
  getExampleNumber(country, examples)?.formatNational() ?? ''

/** The last four digits, by which a person knows a number again. */
export const lastDigits = (phoneNumber: string): string => significant(phoneNumber).slice(-4)

function readNumber(written: string, defaultCountry: CountryCode): TypedNumber | null {
  const number = parse(written, defaultCountry)
  if (!number?.country || !number.isPossible()) return null
  const text = number.formatNational()
  return { country: number.country, text, caret: text.length }
}

function parse(written: string, defaultCountry: CountryCode) {
  const number = parsePhoneNumberFromString(written, { defaultCountry, extract: false })
  const mexican = number && withoutMexicanOne(number.countryCallingCode, number.nationalNumber)
  return mexican ? parsePhoneNumberFromString(mexican) : number
}

const format = (country: CountryCode, digits: string): string => new AsYouType(country).input(digits)

function place(country: CountryCode, text: string, passed: number): TypedNumber {
  if (passed >= significant(text).length) return { country, text, caret: text.length }
  let caret = 0
  while (caret < text.length && significant(text.slice(0, caret)).length < passed) caret += 1
  return { country, text, caret }
}
