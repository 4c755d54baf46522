import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the example of RFC 8785 §3.2.2 and §3.2.3', () => {
  const input = {
    numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
    literals: [null, true, false],
  }
  expect(canonicalJson(input)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('keys are sorted by UTF-16 code units (RFC 8785 §3.2.3)', () => {
  const input = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  expect(Object.values(JSON.parse(canonicalJson(input)))).toHaveLength(7)
  expect([...canonicalJson(input).matchAll(/:"(\w+)/g)].map(match => match[1])).toEqual(
    // `1` is first in the output of RFC 8785 after `\r`.
    ['Carriage', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew'],
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined])('refuses %s', value => {
  expect(() => canonicalJson(value)).toThrow()
})

test('a key named __proto__ is data like any other', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}')
})
