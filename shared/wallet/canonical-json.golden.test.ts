import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/**
 * Bytes that signatures, seals and hashes in databases were made over. A release of the library that changes one of them makes
 * those signatures and seals invalid. canonicalize 3.0.0 and 5.1.0 write every one of them alike.
 */
const GOLDEN: readonly (readonly [name: string, value: unknown, text: string])[] = [
  // RFC 8785, appendix B: IEEE-754 doubles.
  ['zero', 0, '0'],
  ['minus zero', -0, '0'],
  ['the smallest number', 5e-324, '5e-324'],
  ['the largest number', 1.7976931348623157e308, '1.7976931348623157e+308'],
  ['the largest whole number without an exponent', 999999999999999900000, '999999999999999900000'],
  ['the smallest one with an exponent', 1e21, '1e+21'],
  ['a number that needs 17 digits', 333333333.33333325, '333333333.33333325'],
  ['the smallest fraction without an exponent', 0.000001, '0.000001'],
  ['the largest one with an exponent', 1e-7, '1e-7'],
  ['a number past 2^53', 9007199254740994, '9007199254740994'],
  ['a time in milliseconds', 1577836800000, '1577836800000'],
  // RFC 8785 §3.2.2.2.
  ['escapes', '"\\\b\f\n\r\t/', '"\\"\\\\\\b\\f\\n\\r\\t/"'],
  ['control characters', '\u0000\u001f\u007f', '"\\u0000\\u001f\u007f"'],
  ['separators of lines', '\u2028\u2029', '"\u2028\u2029"'],
  ['letters beyond ASCII, composed and not', '\u00e9e\u0301', '"\u00e9e\u0301"'],
  ['a character beyond the BMP', '\u{1f600}', '"\u{1f600}"'],
  ['markup', '</script>&', '"</script>&"'],
  // RFC 8785 §3.2.3.
  [
    'keys in the order of UTF-16 units',
    { '\ufb33': 1, '\u{1f600}': 2, b: 3, B: 4, '': 5, '10': 6, '9': 7 },
    '{"":5,"10":6,"9":7,"B":4,"b":3,"\u{1f600}":2,"\ufb33":1}',
  ],
  [
    'nesting',
    { b: [{ z: 1, a: [] }, {}], a: { d: null, c: true } },
    '{"a":{"c":true,"d":null},"b":[{"a":[],"z":1},{}]}',
  ],
  ['the order of a list', [3, 1, 2], '[3,1,2]'],
  // As JSON.stringify treats them.
  ['a field that is undefined', { a: undefined, b: 1 }, '{"b":1}'],
  ['an element that is undefined', [undefined, 1], '[null,1]'],
  ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ['one object in two places', (it => ({ a: it, b: it }))({ c: 1 }), '{"a":{"c":1},"b":{"c":1}}'],
]

it.each(GOLDEN)('writes %s as it always did', (_, value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

it('writes the payload of a wallet request as it always did', () => {
  const payload = {
    version: 1,
    url: 'https://wallet.example/api/v1/wallets/w_1/rpc',
    method: 'POST',
    headers: { 'vitrine-app-id': 'app_1' },
    body: {
      params: { message: 'Grüße\n\u{1f600}', encoding: 'utf-8' },
      method: 'personal_sign',
      chain_type: 'ethereum',
    },
  }
  expect(canonicalJson(payload)).toBe(
    '{"body":{"chain_type":"ethereum","method":"personal_sign","params":{"encoding":"utf-8","message":"Grüße\\n\u{1f600}"}},"headers":{"vitrine-app-id":"app_1"},"method":"POST","url":"https://wallet.example/api/v1/wallets/w_1/rpc","version":1}',
  )
})

it('writes 20,000 levels', () => {
  const text = `${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}`
  expect(canonicalJson(JSON.parse(text))).toBe(text)
})

/** RFC 8785 §3.2.2.2: no UTF-8 stands for half a pair, so one signature would be of two texts. */
describe.each([
  ['a leading surrogate', '\ud83d'],
  ['a trailing surrogate', '\ude00'],
  ['a pair in the wrong order', '\ude00\ud83d'],
])('%s', (_, half) => {
  it.each<[string, unknown]>([
    ['a value', half],
    ['a nested value', { a: [`x${half}y`] }],
    ['a key', { [half]: 1 }],
  ])('is refused in %s', (_place, value) => {
    expect(() => canonicalJson(value)).toThrow('Lone surrogate')
  })
})

it.each<[string, unknown]>([
  ['a bigint', { a: 1n }],
  ['a number that is none', { a: Number.NaN }],
  ['a circle', (it => Object.assign(it, { it }))({})],
])('refuses %s', (_, value) => {
  expect(() => canonicalJson(value)).toThrow()
})
