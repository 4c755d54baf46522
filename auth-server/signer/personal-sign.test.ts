import { ethereumSigning } from '@vitrine/shared/wallet/signing/ethereum.ts'
import { hexToBytes, recoverMessageAddress, toHex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { CHAIN_KEYS } from './chain-keys.ts'
import { signSecp256k1 } from './secp256k1.ts'

/** The example key of the web3.js documentation, `web3.eth.accounts.sign`. */
const PRIVATE_KEY = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const key = hexToBytes(PRIVATE_KEY)
const account = privateKeyToAccount(PRIVATE_KEY)
const ethereumAddress = CHAIN_KEYS.ethereum.addressOf
const signed = (message: string, encoding: 'utf-8' | 'hex' = 'utf-8') => {
  const { hash, answer } = ethereumSigning({ method: 'personal_sign', params: { message, encoding } })
  return answer(signSecp256k1(hash, key)).signature as `0x${string}`
}

test('the published example comes out', () => {
  expect(ethereumAddress(key)).toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
  expect(signed('Some data')).toBe(
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  )
})

test.each([
  ['text', 'hello', 'utf-8'],
  ['the empty text', '', 'utf-8'],
  ['text beyond ASCII', 'Grüße 👋', 'utf-8'],
  ['text that looks like hex', '0xdeadbeef', 'utf-8'],
  ['bytes', '0xdeadbeef00FF', 'hex'],
  ['no bytes', '0x', 'hex'],
  ['the longest text', 'a'.repeat(65_536), 'utf-8'],
  ['the most bytes', `0x${'ab'.repeat(65_536)}`, 'hex'],
] as const)('signs %s as viem does, and viem verifies it', async (_, message, encoding) => {
  const signature = signed(message, encoding)
  const signable = encoding === 'hex' ? { raw: message as `0x${string}` } : message
  expect(signature).toBe(await account.signMessage({ message: signable }))
  expect(await verifyMessage({ address: account.address, message: signable, signature })).toBe(true)
})

test('v is 27 or 28, s is low, and a message has one signature', async () => {
  const seen = new Set<string>()
  for (let index = 0; index < 40; index++) {
    const signature = signed(`message ${index}`)
    seen.add(signature.slice(-2))
    expect(BigInt(`0x${signature.slice(66, 130)}`) <= HALF_ORDER).toBe(true)
    expect(signed(`message ${index}`)).toBe(signature)
    expect(await recoverMessageAddress({ message: `message ${index}`, signature })).toBe(account.address)
  }
  expect(seen).toEqual(new Set(['1b', '1c']))
})

test('addresses have the checksum that viem gives', () => {
  for (let byte = 1; byte <= 100; byte++) {
    const privateKey = new Uint8Array(32).fill(byte)
    expect(ethereumAddress(privateKey)).toBe(privateKeyToAccount(toHex(privateKey)).address)
  }
})

test.each([
  ['half a byte', '0xabc', 'hex'],
  ['hex without its prefix', 'abcd', 'hex'],
  ['a text that is too long in bytes', 'ü'.repeat(32_769), 'utf-8'],
  ['a lone surrogate', 'a\ud800b', 'utf-8'],
] as const)('refuses %s', (_, message, encoding) => {
  expect(() => signed(message, encoding)).toThrow('cannot be signed as it was shown')
})
