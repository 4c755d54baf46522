import { expect, test } from 'vitest'
import { plainData } from './plain-data.ts'

test('copies what JSON carries', () => {
  const given = { a: [1, 'x', null, true], b: { c: undefined } }
  const copy = plainData(given)
  expect(copy).toEqual(given)
  expect(copy).not.toBe(given)
})

test('a bigint is written as the caller says, and refused where JSON-RPC is spoken', () => {
  expect(plainData({ value: 10n }, value => `0x${value.toString(16)}`)).toEqual({ value: '0xa' })
  expect(() => plainData({ value: 10n })).toThrow('plain data')
})

test('a key named __proto__ stays data', () => {
  const copy = plainData(JSON.parse('{"__proto__":{"to":"0x"}}')) as object
  expect(Object.hasOwn(copy, '__proto__')).toBe(true)
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test('what holds itself, or one part over and over, is refused at once', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  expect(() => plainData(circle)).toThrow('too many parts')
  let tower: unknown = 'x'
  for (let level = 0; level < 30; level++) tower = [tower, tower, tower, tower]
  expect(() => plainData(tower)).toThrow('too many parts')
})

test.each([
  ['a Map', new Map()],
  ['a Date', new Date()],
  ['bytes', new Uint8Array(1)],
  ['not a number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
])('%s is not plain', (_, value) => {
  expect(() => plainData({ value })).toThrow('plain data')
})

test('two million characters are too long', () => {
  expect(() => plainData(['x'.repeat(1_000_001), 'x'.repeat(1_000_000)])).toThrow('too long')
})
