import { describe, expect, test } from 'vitest'
import { readTransaction } from './transaction-input.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WORD = `0x${'1'.repeat(64)}`
const authorization = { address: TO, chainId: '0x1', nonce: '0x0', r: '0x1', s: WORD, yParity: '0x1' }

test('reads every field of JSON-RPC', () => {
  const { input, from, chainId } = readTransaction({
    from: TO.toLowerCase(),
    to: TO.toLowerCase(),
    value: '0xde0b6b3a7640000',
    data: '0xAbCd',
    nonce: '0x9',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    chainId: '0x1',
    type: '0x4',
    accessList: [{ address: TO, storageKeys: [WORD] }],
    authorizationList: [authorization],
  })
  expect(from).toBe(TO.toLowerCase())
  expect(chainId).toBe(1)
  expect(readTransaction({ to: TO, chainId: 8453 }).chainId).toBe(8453)
  expect(input).toEqual({
    to: TO,
    value: 10n ** 18n,
    data: '0xAbCd',
    nonce: 9,
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    type: 4,
    accessList: [{ address: TO, storageKeys: [WORD] }],
    authorizationList: [
      { contract: TO, chain_id: 1, nonce: '0x0', r: `0x${'1'.padStart(64, '0')}`, s: WORD, y_parity: 1 },
    ],
  })
})

test.each([
  ['the other names of gas and data', { gasLimit: '0x1', input: '0x01' }, { gas: 1n, data: '0x01' }],
  ['both names with one value', { gas: '0x1', gasLimit: '0x1', data: '0x01', input: '0x01' }, { gas: 1n }],
  ['fields that are null or absent', { data: null, gas: undefined, accessList: null }, {}],
  ['leading zeros', { value: '0x00ff' }, { value: 255n }],
  ['an empty value', { value: '0x' }, { value: 0n }],
  // As MetaMask does, and its test dapp sends them.
  ['data whose first byte has one digit', { data: '0x95ea7b3' }, { data: '0x095ea7b3' }],
  ['the value of hex without its prefix', { value: 'ffffffffffffff' }, { value: 0xffffffffffffffn }],
  ['empty data under both names', { data: '', input: '0x' }, { data: '0x' }],
  [
    'numbers',
    { value: 100, gas: 21_000, nonce: 0, type: 2 },
    { value: 100n, gas: 21_000n, nonce: 0, type: 2 },
  ],
])('takes %s', (_, fields, expected) => {
  expect(readTransaction({ to: TO, ...fields }).input).toMatchObject(expected)
})

test('empty data is none', () => {
  expect(readTransaction({ to: TO, data: '', input: '' }).input).toEqual({ to: TO })
})

test('a contract is created without `to`', () => {
  expect(readTransaction({ data: '0x60' }).input).toEqual({ data: '0x60' })
  for (const to of [null, '', '0x'])
    expect(readTransaction({ to, data: '0x60' }).input).toEqual({ data: '0x60' })
})

describe('refuses by the field’s name', () => {
  test.each<[string, unknown, RegExp]>([
    ['no object', 'transfer', /transaction must be an object/],
    ['a list', [], /transaction must be an object/],
    ['neither `to` nor data', { value: '0x1' }, /transaction\.to is missing/],
    ['a short address', { to: TO.slice(0, -1) }, /transaction\.to must be an address/],
    ['a name', { to: 'vitalik.eth' }, /transaction\.to must be an address/],
    ['a damaged checksum', { to: TO.replace('C8', 'c8') }, /transaction\.to: the checksum/],
    ['a decimal number', { to: TO, value: '100' }, /transaction\.value must be a number as hex/],
    [
      'a number that has lost digits',
      { to: TO, value: 2 ** 53 },
      /transaction\.value must be a number as hex/,
    ],
    ['a fraction', { to: TO, gas: 0.5 }, /transaction\.gas must be a number as hex/],
    ['less than nothing', { to: TO, value: -1 }, /transaction\.value must be a number as hex/],
    ['a negative number', { to: TO, value: '-0x1' }, /transaction\.value/],
    ['an empty gas limit', { to: TO, gas: '0x' }, /transaction\.gas must be a number as hex/],
    ['nobody to send to', { to: '', value: '0x1' }, /transaction\.to is missing/],
    ['empty data to nobody', { to: '0x', data: '' }, /transaction\.to is missing/],
    ['a number beyond 2^256', { to: TO, value: `0x1${'0'.repeat(64)}` }, /transaction\.value/],
    ['a value that may be decimal', { to: TO, value: '10' }, /transaction\.value must be a number as hex/],
    ['a value with an exponent', { to: TO, value: '1e18' }, /transaction\.value must be a number as hex/],
    ['no hex', { to: TO, data: '0xzz' }, /transaction\.data/],
    ['too much data', { to: TO, data: `0x${'00'.repeat(262_145)}` }, /transaction\.data is longer/],
    ['data that differs', { to: TO, data: '0x01', input: '0x02' }, /data and transaction\.input differ/],
    ['gas that differs', { to: TO, gas: '0x1', gasLimit: '0x2' }, /gas and transaction\.gasLimit differ/],
    [
      'more gas than a chain counts',
      { to: TO, gas: `0x1${'0'.repeat(16)}` },
      /transaction\.gas is too large/,
    ],
    [
      'an authorization’s nonce that is too large',
      { to: TO, authorizationList: [{ ...authorization, nonce: '0x20000000000001' }] },
      /authorizationList\[0\]\.nonce is too large/,
    ],
    [
      'more storage keys than are signed',
      { to: TO, accessList: Array(5).fill({ address: TO, storageKeys: Array(1024).fill(WORD) }) },
      /accessList has more than 4096 storage keys/,
    ],
    ['an unsafe nonce', { to: TO, nonce: '0x20000000000001' }, /transaction\.nonce is too large/],
    ['an unknown type', { to: TO, type: '0x5' }, /transaction\.type must be/],
    [
      'blobs',
      { to: TO, type: '0x3', blobVersionedHashes: [WORD] },
      /blobVersionedHashes: transactions with blobs/,
    ],
    ['two ways to price', { to: TO, gasPrice: '0x1', maxFeePerGas: '0x1' }, /both gasPrice and maxFeePerGas/],
    [
      'a tip above the limit',
      { to: TO, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      /more than maxFeePerGas/,
    ],
    ['type 0 with a limit', { to: TO, type: '0x0', maxFeePerGas: '0x1' }, /type 0 has gasPrice/],
    ['type 2 with a gas price', { to: TO, type: '0x2', gasPrice: '0x1' }, /type 2 has maxFeePerGas/],
    ['type 0 with a list', { to: TO, type: '0x0', accessList: [] }, /type 0 has no accessList/],
    ['type 4 without a list', { to: TO, type: '0x4' }, /authorizationList is missing/],
    [
      'type 4 with an empty list',
      { to: TO, type: '0x4', authorizationList: [] },
      /authorizationList is empty/,
    ],
    [
      'type 4 that creates a contract',
      { data: '0x60', authorizationList: [authorization] },
      /to is missing \(type 0x4\)/,
    ],
    [
      'a list of authorizations in type 2',
      { to: TO, type: '0x2', authorizationList: [authorization] },
      /needs type 0x4/,
    ],
    [
      'a parity of 2',
      { to: TO, authorizationList: [{ ...authorization, yParity: '0x2' }] },
      /yParity must be/,
    ],
    ['an access list of text', { to: TO, accessList: 'all' }, /accessList must be a list/],
    [
      'a storage key of 31 bytes',
      { to: TO, accessList: [{ address: TO, storageKeys: ['0x11'] }] },
      /storageKeys\[0\]/,
    ],
    [
      'too many entries',
      { to: TO, accessList: Array(257).fill({ address: TO, storageKeys: [] }) },
      /more than 256/,
    ],
  ])('%s', (_, value, message) => {
    expect(() => readTransaction(value)).toThrow(message)
    try {
      readTransaction(value)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_data', data: { eipCode: -32602 } })
    }
  })
})

test('a field inherited from a prototype is none', () => {
  expect(() => readTransaction(Object.create({ to: TO, value: '0x1' }))).toThrow('to is missing')
})
