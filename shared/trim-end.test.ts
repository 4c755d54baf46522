import { expect, it } from 'vitest'
import { trimEnd } from './trim-end.ts'

it.each([
  ['1200', '0', '12'],
  ['0012', '0', '0012'],
  ['000', '0', ''],
  ['', '0', ''],
  ['a//', '/', 'a'],
])('%j without %j at its end is %j', (text, character, expected) => {
  expect(trimEnd(text, character)).toBe(expected)
})
