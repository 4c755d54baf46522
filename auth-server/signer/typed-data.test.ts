import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { ethereumSigning } from '@vitrine/shared/wallet/signing/ethereum.ts'
import {
  concat,
  id,
  keccak256 as keccak256Of,
  TypedDataEncoder,
  toBeHex,
  verifyTypedData,
  Wallet,
  ZeroHash,
  zeroPadValue,
} from 'ethers'
import { checksumAddress, hashTypedData, hexToBytes, keccak256, stringToBytes, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { signSecp256k1 } from './secp256k1.ts'

/** The example of EIP-712, and the key that its test uses: keccak-256 of `cow`. */
const KEY = keccak256(stringToBytes('cow'))
const wallet = new Wallet(KEY)
const mail: TypedData = {
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
  primary_type: 'Mail',
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

const signed = (typed_data: TypedData) => {
  const { hash, answer } = ethereumSigning({ method: 'eth_signTypedData_v4', params: { typed_data } })
  return { hash: toHex(hash), ...answer(signSecp256k1(hash, hexToBytes(KEY))) }
}
const withoutDomain = ({ EIP712Domain: _, ...types }: TypedData['types']) => types
const recovered = ({ domain, types, message }: TypedData, signature: string) =>
  verifyTypedData(domain as never, withoutDomain(types), message, signature)

test('the example of EIP-712 comes out, hash and signature', () => {
  expect(signed(mail)).toEqual({
    hash: '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    signature:
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    encoding: 'hex',
  })
  expect(wallet.address).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
})

const { EIP712Domain: _, ...types } = mail.types
const every: TypedData = {
  types: {
    Every: [
      { name: 'flag', type: 'bool' },
      { name: 'small', type: 'int8' },
      { name: 'large', type: 'uint256' },
      { name: 'text', type: 'string' },
      { name: 'blob', type: 'bytes' },
      { name: 'four', type: 'bytes4' },
      { name: 'grid', type: 'uint16[2][]' },
      { name: 'leaves', type: 'Leaf[]' },
      { name: 'none', type: 'string[]' },
    ],
    Leaf: [
      { name: 'to', type: 'address' },
      { name: 'tag', type: 'Tag' },
    ],
    Tag: [{ name: 'words', type: 'bytes32[1]' }],
  },
  primary_type: 'Every',
  domain: {},
  message: {
    flag: true,
    small: -128,
    large: `0x${'f'.repeat(64)}`,
    text: 'Grüße 👋',
    blob: '0x00ff',
    four: '0xdeadbeef',
    grid: [
      [1, '2'],
      ['0x3', 65535],
    ],
    leaves: [{ to: wallet.address, tag: { words: [`0x${'00'.repeat(32)}`] } }],
    none: [],
  },
}

test.each<[string, TypedData]>([
  ['the example', mail],
  ['a domain whose type is not given', { ...mail, types }],
  ['a chain id as text', { ...mail, types, domain: { ...mail.domain, chainId: '1' } }],
  ['a chain id in hex', { ...mail, types, domain: { ...mail.domain, chainId: '0x1' } }],
  ['a salt', { ...mail, types, domain: { salt: `0x${'ab'.repeat(32)}` } }],
  ['every kind of field', every],
  [
    'a name with a colon',
    { types: { 'A:B': [{ name: 'x', type: 'uint8' }] }, primary_type: 'A:B', domain: {}, message: { x: 1 } },
  ],
])('%s: ethers computes the same hash and recovers the signer', (_name, typedData) => {
  const { hash, signature } = signed(typedData)
  expect(hash).toBe(
    TypedDataEncoder.hash(typedData.domain as never, withoutDomain(typedData.types), typedData.message),
  )
  expect(recovered(typedData, signature)).toBe(wallet.address)
})

const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`
test.each<[string, (address: string) => string]>([
  ['in lower case', address => address.toLowerCase()],
  ['in upper case', upperCase],
  ['with a letter of the wrong case', address => address.replace('C', 'c').replace('B', 'b')],
  ['with the checksum of chain 30 (EIP-1191)', address => checksumAddress(address as `0x${string}`, 30)],
])('an address %s is the same address', (_, write) => {
  const { from, to } = mail.message as Record<'from' | 'to', { name: string; wallet: string }>
  const written: TypedData = {
    ...mail,
    domain: { ...mail.domain, verifyingContract: write(String(mail.domain.verifyingContract)) },
    message: {
      ...mail.message,
      from: { ...from, wallet: write(from.wallet) },
      to: { ...to, wallet: write(to.wallet) },
    },
  }
  expect(written).not.toEqual(mail)
  expect(signed(written)).toEqual(signed(mail))
})

/** Computed by the steps of EIP-712 alone, with no library of typed data. */
describe('as MetaMask has it', () => {
  const word = (value: number | bigint) => zeroPadValue(toBeHex(value), 32)
  const noDomain = keccak256Of(concat([id('EIP712Domain()')]))
  const hashOf = (struct: string) => keccak256Of(concat(['0x1901', noDomain, struct]))

  test('uint and int are 256 bits wide, and stand in the description of the type as they were written', () => {
    const typed: TypedData = {
      types: {
        Bid: [
          { name: 'amount', type: 'uint' },
          { name: 'steps', type: 'int[]' },
        ],
      },
      primary_type: 'Bid',
      domain: {},
      message: { amount: '7', steps: [-1, 2] },
    }
    const steps = keccak256Of(concat([`0x${'ff'.repeat(32)}`, word(2)]))
    const struct = keccak256Of(concat([id('Bid(uint amount,int[] steps)'), word(7), steps]))
    expect(signed(typed).hash).toBe(hashOf(struct))
  })

  test('a struct that is null is 32 bytes of zero', () => {
    const typed: TypedData = {
      types: {
        Order: [
          { name: 'fee', type: 'Fee' },
          { name: 'more', type: 'Fee[]' },
          { name: 'count', type: 'uint8' },
        ],
        Fee: [{ name: 'part', type: 'uint16' }],
      },
      primary_type: 'Order',
      domain: {},
      message: { fee: null, more: [null, { part: 5 }], count: 3 },
    }
    const fee = keccak256Of(concat([id('Fee(uint16 part)'), word(5)]))
    const more = keccak256Of(concat([ZeroHash, fee]))
    const type = id('Order(Fee fee,Fee[] more,uint8 count)Fee(uint16 part)')
    expect(signed(typed).hash).toBe(hashOf(keccak256Of(concat([type, ZeroHash, more, word(3)]))))
  })
})

test('a type that contains itself is hashed as viem has it, and ends with null as MetaMask has it', () => {
  const person = (name: string, children: readonly object[]) => ({ name, children })
  const message = person('Ada', [person('Byron', []), person('Anne', [person('Judith', [])])])
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'children', type: 'Person[]' },
  ]
  const types = { Person: fields }
  const family: TypedData = { types, primary_type: 'Person', domain: {}, message }
  expect(signed(family).hash).toBe(hashTypedData({ types, primaryType: 'Person', domain: {}, message }))

  const withMother = [
    { name: 'name', type: 'string' },
    { name: 'mother', type: 'Person' },
  ]
  const daughter: TypedData = {
    types: { Person: withMother },
    primary_type: 'Person',
    domain: {},
    message: { name: 'Ada', mother: { name: 'Anne', mother: null } },
  }
  const type = id('Person(string name,Person mother)')
  const anne = keccak256Of(concat([type, id('Anne'), ZeroHash]))
  const ada = keccak256Of(concat([type, id('Ada'), anne]))
  expect(signed(daughter).hash).toBe(
    keccak256Of(concat(['0x1901', keccak256Of(concat([id('EIP712Domain()')])), ada])),
  )
})

test('a type that is not used changes nothing', () => {
  const more = { ...mail, types: { ...mail.types, Unused: [{ name: 'x', type: 'Person' }] } }
  expect(signed(more)).toEqual(signed(mail))
})

test('what ethers signs, and what this signs, are the same bytes', async () => {
  const { domain, message } = mail
  expect(signed(mail).signature).toBe(await wallet.signTypedData(domain as never, types, message))
})
