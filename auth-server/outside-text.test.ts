import { describe, expect, test } from 'vitest'
import { outsidePicture, outsideText } from './outside-text.ts'

describe('text from outside', () => {
  test.each([
    ['half a character', 'Ada \ud83d!', 'Ada \ufffd!'],
    ['NUL', 'A\0da', 'A da'],
    ['a line break', 'Ada\r\nBcc: x', 'Ada Bcc: x'],
    ['a control that turns the text around it', 'Ada\u202egnp', 'Ada gnp'],
    ['blanks around it', '  Ada\u2028', 'Ada'],
    ['a family of four', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ])('with %s becomes text that can be stored', (_case, written, stored) => {
    expect(outsideText(written)).toBe(stored)
  })

  test.each([
    ['an emoji', '😀'],
    ['a flag', '🇯🇵'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['an accent', 'e\u0301'],
  ])('of 511 letters and %s is cut before it', (_case, last) => {
    expect(outsideText('x'.repeat(511) + last)).toBe('x'.repeat(511))
  })

  test('of one character that is longer than the limit is cut between its marks', () => {
    expect(outsideText(`e${'\u0301'.repeat(600)}`)).toHaveLength(512)
    expect(outsideText('😀', 1)).toBeUndefined()
  })

  test.each([undefined, null, 7, {}, '', ' \0 '])('is none of %j', value => {
    expect(outsideText(value)).toBeUndefined()
  })
})

test.each([
  ['https://img.example/a.png', 'https://img.example/a.png'],
  ['https://img.example/\ud800', 'https://img.example/%EF%BF%BD'],
  ['http://img.example/a.png', undefined],
  ['javascript:alert(1)', undefined],
  [`https://img.example/${'a'.repeat(2048)}`, undefined],
  [7, undefined],
])('the picture at %j is at %j', (written, stored) => {
  expect(outsidePicture(written)).toBe(stored)
})
