import { typedSignatureHash } from '@metamask/eth-sig-util'
import { concat, keccak256, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type LegacyTypedData, signLegacyTypedDataRequest } from '../legacy-typed-data.ts'
import { couldBeTransaction, legacyTypedDataHash } from './legacy-typed-data-hash.ts'

const ADDRESS = `0x${'aB'.repeat(20)}`
const WORD = `0x${'cd'.repeat(32)}`
const one = (type: string, value: unknown): LegacyTypedData => [{ type, name: 'A value', value }]
const isTaken = (fields: unknown) =>
  signLegacyTypedDataRequest.safeParse({ method: 'eth_signTypedData', params: { fields } }).success

test('hashes a list of one text to the value that MetaMask has always had for it', () => {
  const message = [{ name: 'message', type: 'string', value: 'Hi, Alice!' }]
  expect(legacyTypedDataHash(message)).toBe(
    '0x14b9f24872e28cc49e72dc104d7380d8e0ba84a3fe2e712704bcac66a5702bd5',
  )
})

test.each<[string, unknown]>([
  ['address', ADDRESS],
  ['bool', true],
  ['bool', false],
  ['string', 'Grüße 世界'],
  ['string', ''],
  ['bytes', '0x0102'],
  ['bytes', '0x'],
  ['bytes4', '0x01020304'],
  ['bytes32', WORD],
  ['uint8', '255'],
  ['uint32', 1337],
  ['uint32', '0x10'],
  ['uint', '123'],
  ['uint256', (2n ** 256n - 1n).toString()],
  ['int', '-1'],
  ['int8', -128],
  ['int16', '-300'],
  ['int256', '-5'],
  ['address[]', [ADDRESS, ADDRESS]],
  ['address[1]', [ADDRESS]],
  ['bool[2]', [true, false]],
  ['bytes32[]', [WORD]],
  ['bytes[]', ['0x01', '0x']],
  ['string[]', ['a', 'b']],
  ['uint8[]', ['1', 2]],
  ['uint256[2]', ['1', '2']],
  ['int8[]', ['-1', 2]],
  ['int[2]', [-5, '7']],
  ['uint256[]', []],
])('hashes a %s %j as MetaMask does', (type, value) => {
  const fields = [...one(type, value), { type: 'string', name: 'Nonce', value: '7' }]
  expect(legacyTypedDataHash(fields)).toBe(typedSignatureHash(fields as never))
  expect(isTaken(fields)).toBe(true)
})

test.each<[string, unknown]>([
  ['a text for a truth value, which MetaMask signs as true', one('bool', 'false')],
  ['a negative number of a type without a sign', one('uint8', -1)],
  ['a number that does not fit', one('uint8', 256)],
  ['a number that has lost digits', one('uint256', 2 ** 53)],
  ['an address of 19 bytes', one('address', `0x${'ab'.repeat(19)}`)],
  ['text for bytes', one('bytes', 'hello')],
  ['bytes of another length', one('bytes4', '0x01')],
  ['bytes4[], which libraries pack in different ways', one('bytes4[]', ['0x01020304'])],
  ['lists of lists', one('uint8[][]', [['1']])],
  ['a list of another length', one('uint8[2]', ['1'])],
  ['no list', one('uint8[]', '1')],
  ['a struct', one('Mail', {})],
  ['a function', one('function', WORD)],
  ['a lone surrogate', one('string', 'a\ud800')],
  ['a lone surrogate in a name', [{ type: 'string', name: '\ud800', value: '' }]],
  ['no name', [{ type: 'string', name: '', value: '' }]],
  ['another field', [{ type: 'string', name: 'a', value: '', note: '' }]],
  ['no values', []],
  ['more than 64 values', Array.from({ length: 65 }, () => one('bool', true)[0])],
  ['a text that is too long', one('string', 'x'.repeat(65_537))],
])('refuses %s', (_name, fields) => {
  expect(isTaken(fields)).toBe(false)
})

describe('is told apart from transactions', () => {
  test.each([
    ['an untyped transaction', `0xf83e${'00'.repeat(62)}`, true],
    ['a transaction of type 2', `0x02f83d${'00'.repeat(61)}`, true],
    ['an EIP-7702 authorization', `0x05f83d${'00'.repeat(61)}`, true],
    ['a list of another length', `0xf83d${'00'.repeat(62)}`, false],
    ['a hash', `0x19f83e${'00'.repeat(61)}`, false],
  ] as const)('%s', (_name, preimage, expected) => {
    expect(couldBeTransaction(preimage)).toBe(expected)
  })

  test('refuses a name that was searched for until the first hash begins as a transaction', () => {
    const fields = [{ type: 'bool', name: `Nonce 37793`, value: true }]
    expect(keccak256(stringToHex(`bool ${fields[0]?.name}`))).toMatch(/^0xf83e/)
    expect(() => legacyTypedDataHash(fields)).toThrow('could be a transaction')
  })
})

test('texts in another division have the same signature, as in MetaMask', () => {
  const texts = (...values: string[]) =>
    values.map((value, index) => ({ type: 'string', name: `${index}`, value }))
  expect(legacyTypedDataHash(texts('ab', 'c'))).toBe(legacyTypedDataHash(texts('a', 'bc')))
  expect(concat([stringToHex('ab'), stringToHex('c')])).toBe(stringToHex('abc'))
})
