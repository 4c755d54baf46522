import { SignTypedDataVersion, TypedDataUtils } from '@metamask/eth-sig-util'
import { typedDataHash } from '@vitrine/shared/wallet/signing/typed-data-hash.ts'
import { concat, id, keccak256, TypedDataEncoder, toBeHex } from 'ethers'
import { hashTypedData, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { domainChainId, readTypedData } from './typed-data.ts'

/** The example of EIP-712. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const HASH = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'

const hashOf = (data: ReturnType<typeof readTypedData>) =>
  hashTypedData({
    types: data.types,
    primaryType: data.primary_type,
    domain: data.domain,
    message: data.message,
  } as never)

test('the example of EIP-712, as an object and as JSON text', () => {
  expect(hashOf(readTypedData(mail))).toBe(HASH)
  expect(hashOf(readTypedData(JSON.stringify(mail)))).toBe(HASH)
  expect(domainChainId(readTypedData(mail))).toBe(1)
})

test('what no type covers is dropped, so that it is not shown: ethers hashes the rest alike', () => {
  const padded = structuredClone(mail) as typeof mail & { message: Record<string, unknown> }
  Object.assign(padded.message, { refund: '1,000 ETH' })
  Object.assign(padded.message.from, { note: 'free' })
  Object.assign(padded.domain, { website: 'https://bank.example' })
  const read = readTypedData(padded)
  expect(JSON.stringify(read)).not.toMatch(/refund|note|website/)
  const { EIP712Domain: _, ...types } = mail.types
  expect(hashOf(read)).toBe(TypedDataEncoder.hash(mail.domain, types, padded.message))
})

test('addresses are taken in any case, and a struct may be null', () => {
  const read = readTypedData({
    ...mail,
    domain: { ...mail.domain, verifyingContract: `0x${'CC'.repeat(20)}` },
    message: { ...mail.message, from: null, to: { name: 'Bob', wallet: `0x${'BB'.repeat(20)}` } },
  })
  expect(read.message.from).toBeNull()
})

test('the chain of a domain may be a `uint`, which stands in the hash as it was written', () => {
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint' },
  ]
  const read = readTypedData({ ...mail, types: { ...mail.types, EIP712Domain } })
  expect(domainChainId(read)).toBe(1)
  const { EIP712Domain: _, ...types } = mail.types
  const domain = keccak256(
    concat([id('EIP712Domain(string name,uint chainId)'), id('Ether Mail'), toBeHex(1, 32)]),
  )
  const message = TypedDataEncoder.from(types).hash(mail.message)
  expect(typedDataHash(read)).toBe(keccak256(concat(['0x1901', domain, message])))
})

test('zeros before a chain id change nothing of what is signed, so nobody reads them', () => {
  const asked = { ...mail, domain: { ...mail.domain, chainId: `0x${'1'.padStart(77, '0')}` } }
  const read = readTypedData(asked)
  expect(read.domain.chainId).toBe('0x1')
  const { EIP712Domain: _, ...types } = mail.types
  expect(hashOf(read)).toBe(TypedDataEncoder.hash({ ...mail.domain, chainId: 1 }, types, mail.message))
  expect(hashOf(read)).toBe(toHex(TypedDataUtils.eip712Hash(asked as never, SignTypedDataVersion.V4)))
})

test('a domain field that its type leaves out is not signed, so it is not kept', () => {
  const read = readTypedData({
    ...mail,
    types: { ...mail.types, EIP712Domain: [{ name: 'name', type: 'string' }] },
  })
  expect(read.domain).toEqual({ name: 'Ether Mail' })
  expect(domainChainId(read)).toBeNull()
})

describe('refuses', () => {
  const withTypes = (types: object) => ({ ...mail, types: { ...mail.types, ...types } })
  test.each<[string, unknown, RegExp]>([
    ['no object', 7, /must be an object or its JSON text/],
    ['broken JSON', '{"types":', /not the JSON text/],
    ['a JSON list', '[]', /not the JSON text/],
    ['no types', { ...mail, types: undefined }, /\{types, primaryType, domain, message\}/],
    [
      'a version that is no text',
      { ...mail, domain: { version: 1 } },
      /domain\.version must be of the type string/,
    ],
    [
      'a type that is no text',
      withTypes({ Mail: [{ name: 'from', type: 7 }] }),
      /Mail\.0\.type must be of the type string/,
    ],
    ['no primary type', { ...mail, primaryType: 'Letter' }, /Letter/],
    ['a prototype’s name', { ...mail, primaryType: 'constructor' }, /constructor/],
    ['a missing field', { ...mail, message: { from: mail.message.from } }, /`message\.to` is missing/],
    ['an undefined type', withTypes({ Mail: [{ name: 'from', type: 'Cat' }] }), /Cat/],
    [
      'two fields of one name',
      withTypes({ Mail: Array(2).fill({ name: 'a', type: 'Mail' }) }),
      /two fields of one name/,
    ],
    [
      'a number out of range',
      { ...withTypes({ Mail: [{ name: 'n', type: 'uint8' }] }), message: { n: 256 } },
      /message\.n/,
    ],
    [
      'an unsafe number',
      { ...withTypes({ Mail: [{ name: 'n', type: 'uint256' }] }), message: { n: 2 ** 53 } },
      /message\.n/,
    ],
    [
      '65,537 characters',
      { ...mail, message: { ...mail.message, contents: 'x'.repeat(65_537) } },
      /longer than 65536/,
    ],
    ['a huge text', 'x'.repeat(300_000), /too long/],
  ])('%s', (_, value, message) => {
    expect(() => readTypedData(value)).toThrow(message)
  })

  test('a field that is declared over and over, before each is walked', () => {
    const types = { Mail: Array(8).fill({ name: 'next', type: 'Mail' }) }
    let message: object = {}
    for (let level = 0; level < 30; level++) message = { next: message }
    expect(() => readTypedData({ ...withTypes(types), message })).toThrow(/two fields of one name/)
  })

  test('data of a type within itself that is too deep', () => {
    const types = { Mail: [{ name: 'next', type: 'Mail[]' }] }
    const shallow = { next: [{ next: [] }] }
    expect(readTypedData({ ...withTypes(types), message: shallow }).message).toEqual(shallow)
    let message: object = { next: [] }
    for (let level = 0; level < 40; level++) message = { next: [message] }
    expect(() => readTypedData({ ...withTypes(types), message })).toThrow(/nested too deeply/)
  })
})
