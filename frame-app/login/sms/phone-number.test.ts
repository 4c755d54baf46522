import { describe, expect, it } from 'vitest'
import {
  exampleOf,
  lastDigits,
  moveTo,
  retype,
  startWith,
  type TypedNumber,
  toCountry,
  toE164,
} from './phone-number.ts'

/** A field as people draw one: `|` is the caret. */
function at(country: TypedNumber['country'], drawn: string): TypedNumber {
  return { country, text: drawn.replace('|', ''), caret: drawn.indexOf('|') }
}
const drawn = ({ text, caret }: TypedNumber) => `${text.slice(0, caret)}|${text.slice(caret)}`

/** The field after an edit that the browser has made already. */
function edit(before: TypedNumber, after: string, isForwardDelete = false): TypedNumber {
  return retype(before, { text: after.replace('|', ''), caret: after.indexOf('|'), isForwardDelete })
}

describe('a phone number while it is typed', () => {
  it.each([
    ['US', '2133734253', '(213) 373-4253|'],
    ['DE', '0301234567', '030 1234567|'],
    ['GB', '07911123456', '07911 123456|'],
    ['FR', '0612345678', '06 12 34 56 78|'],
    ['JP', '09012345678', '090-1234-5678|'],
  ] as const)('is written as in %s', (country, keys, expected) => {
    const typed = [...keys].reduce<TypedNumber>(
      (field, key) => edit(field, `${field.text}${key}|`),
      at(country, '|'),
    )
    expect(drawn(typed)).toBe(expected)
    expect(typed.country).toBe(country)
  })

  it.each([
    [
      'a digit in the middle keeps the caret behind it',
      '(213) |373-425',
      '(213) 9|373-425',
      '(213) 9|37-3425',
    ],
    ['Backspace over a bracket takes the digit before it', '(213)| ', '(213| ', '21|'],
    ['Backspace over a digit', '(213) 373|', '(213) 37|', '(213) 37|'],
    ['Backspace over a dash', '(213) 373-|4253', '(213) 373|4253', '(213) 37|4-253'],
    ['letters are left out', '21|', '21a|', '21|'],
    ['everything deleted', '(213) 373|', '|', '|'],
  ])('%s', (_, before, after, expected) => {
    expect(drawn(edit(at('US', before), after))).toBe(expected)
  })

  it('Delete over a dash takes the digit after it', () => {
    expect(drawn(edit(at('US', '(213) 373|-4253'), '(213) 373|4253', true))).toBe('(213) 373|-253')
  })

  it('takes the digits of other scripts', () => {
    expect(drawn(edit(at('US', '|'), '٢١٣٣٧٣٤٢٥٣|'))).toBe('(213) 373-4253|')
  })

  it('stops at the length that no number has', () => {
    expect(edit(at('US', '|'), `${'1'.repeat(60)}|`).text.replaceAll(/\D/g, '')).toHaveLength(17)
  })

  it.each([
    ['+44 20 7946 0958', 'GB', '020 7946 0958|'],
    ['+1 (416) 555-0123', 'CA', '(416) 555-0123|'],
    ['+49 30 1234567', 'DE', '030 1234567|'],
  ])('pasted as %s chooses the country', (pasted, country, expected) => {
    const field = edit(at('US', '|'), `${pasted}|`)
    expect(field.country).toBe(country)
    expect(drawn(field)).toBe(expected)
  })

  it('typed with a plus chooses the country as soon as it is known, and stays as it is written', () => {
    const typed = [...'+4930123'].reduce<TypedNumber>(
      (field, key) => edit(field, `${field.text}${key}|`),
      at('US', '|'),
    )
    expect(typed).toMatchObject({ country: 'DE', text: '+49 30 123' })
  })

  it('moves to another country with its digits, without a country code that was typed', () => {
    expect(moveTo('GB', at('US', '(791) 112-3456|')).text).toBe('7911123456')
    expect(moveTo('FR', at('DE', '+49 30 1234567|')).text).toBe('301234567')
  })
})

describe('what a field starts with', () => {
  it.each([
    ['+442079460958', 'GB', '020 7946 0958'],
    ['2133734253', 'US', '(213) 373-4253'],
    ['213', 'US', '(213)'],
    ['', 'US', ''],
    ['ada@example.com', 'US', ''],
  ])('%j', (written, country, text) => {
    expect(startWith(written, 'US')).toMatchObject({ country, text })
  })
})

describe('the number that is sent', () => {
  it.each([
    ['US', '(213) 373-4253', '+12133734253'],
    ['DE', '030 1234567', '+49301234567'],
    ['US', '+44 20 7946 0958', '+442079460958'],
    ['US', '(213) 373-425', null],
    ['US', '', null],
    ['US', '213 373 4253 ext. 5', null],
  ] as const)('of %s %j is %j', (country, text, expected) => {
    expect(toE164({ country, text, caret: 0 })).toBe(expected)
  })

  it('is known again by its last four digits', () => {
    expect(lastDigits('+1 213 373 4253')).toBe('4253')
  })
})

describe('a country', () => {
  it('has an example in its own writing', () => {
    expect(exampleOf('US')).toBe('(201) 555-0123')
    expect(exampleOf('GB')).toBe('07400 123456')
  })

  it('that has no numbers is the default', () => {
    expect(toCountry('FR')).toBe('FR')
    expect(toCountry('AQ')).toBe('US')
  })
})
