import { expect, test } from 'vitest'
import { messageBytes, personalSignRequest } from './sign-message.ts'

const request = (message: string, encoding: string) => ({
  method: 'personal_sign',
  params: { message, encoding },
})

test.each([
  ['text in UTF-8', 'ü€', 'utf-8', [0xc3, 0xbc, 0xe2, 0x82, 0xac]],
  ['text that looks like hex', '0x00', 'utf-8', [0x30, 0x78, 0x30, 0x30]],
  ['hex in either case', '0xaBff', 'hex', [0xab, 0xff]],
  ['no bytes', '0x', 'hex', []],
] as const)('reads %s', (_, message, encoding, bytes) => {
  expect([...messageBytes({ message, encoding })]).toEqual(bytes)
  expect(personalSignRequest.safeParse(request(message, encoding)).success).toBe(true)
})

test.each([
  ['half a byte', '0xabc', 'hex'],
  ['hex without its prefix', 'abcd', 'hex'],
  ['letters that are not hex', '0xzz', 'hex'],
  ['a text of one byte too many', 'a'.repeat(65_537), 'utf-8'],
  ['a text whose bytes are too many', 'ü'.repeat(32_769), 'utf-8'],
  ['bytes of one too many', `0x${'00'.repeat(65_537)}`, 'hex'],
  ['a text longer than any hex', 'a'.repeat(131_075), 'utf-8'],
  ['a lone surrogate', '\udc00', 'utf-8'],
] as const)('refuses %s', (_, message, encoding) => {
  expect(() => messageBytes({ message, encoding })).toThrow(RangeError)
})

test.each([
  ['an unknown encoding', 'a', 'base64'],
  ['more than the most bytes take in hex', 'a'.repeat(131_075), 'utf-8'],
])('a request with %s has not the shape of one', (_, message, encoding) => {
  expect(personalSignRequest.safeParse(request(message, encoding)).success).toBe(false)
})
