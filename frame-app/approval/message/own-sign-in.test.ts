import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { isOwnSignIn } from './own-sign-in.ts'

const hostOrigin = 'https://shop.example'
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const here = { hostOrigin, address, chainType: 'ethereum' } as const
const fields = {
  domain: 'shop.example',
  address,
  uri: `${hostOrigin}/login`,
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh1',
  issuedAt: new Date(0),
} as const

describe('a sign-in with Ethereum to the asking site', () => {
  it.each([
    ['plain', createSiweMessage(fields)],
    ['with a statement', createSiweMessage({ ...fields, statement: 'Welcome back.' })],
    ['with its scheme', createSiweMessage({ ...fields, scheme: 'https' })],
    [
      'with all that it may have',
      createSiweMessage({
        ...fields,
        statement: 'Welcome.',
        expirationTime: new Date(1e12),
        notBefore: new Date(0),
        requestId: 'r1',
        resources: ['https://shop.example/a', 'ipfs://bafy'],
      }),
    ],
    ['of an address in lower case', createSiweMessage(fields).replace(address, address.toLowerCase())],
  ])('is one %s', (_, text) => {
    expect(isOwnSignIn(text, here)).toBe(true)
  })

  const plain = createSiweMessage({ ...fields, statement: 'Welcome back.' })
  it.each([
    ['to another domain', plain.replace('shop.example wants', 'bank.example wants')],
    [
      'to a domain that only begins so',
      plain.replace('shop.example wants', 'shop.example.evil.example wants'),
    ],
    ['under another scheme', `http://${plain}`],
    ['for another URI', plain.replace('URI: https://shop.example', 'URI: https://bank.example')],
    ['for a URI that is no address of a site', plain.replace(/URI: .*/, 'URI: did:key:z6Mk')],
    ['for another wallet', plain.replace(address, '0x0000000000000000000000000000000000000001')],
    ['with a longer address', plain.replace(address, `${address}0`)],
    ['with more at its end', `${plain}\nI also owe you 5 ETH`],
    ['with an empty line at its end', `${plain}\n`],
    ['with more at its start', `I owe you. ${plain}`],
    ['without a nonce', plain.replace(/Nonce: .*\n/, '')],
    ['with a nonce too short', plain.replace('abcdefgh1', 'abc')],
    ['with two statements', plain.replace('Welcome back.', 'Welcome back.\nI owe you 5 ETH')],
    ['with a field in the statement’s place', plain.replace('Welcome back.', 'URI: https://bank.example')],
    ['with fields in another order', plain.replace(/(Version.*\n)(Chain.*\n)/, '$2$1')],
    ['with a right that goes along', `${plain}\nResources:\n- urn:recap:eyJhdHQiOnt9fQ`],
    ['with a hidden character', plain.replace('Welcome', 'Wel\u200bcome')],
    ['of another chain family', plain.replace('Ethereum', 'Solana')],
    ['of another version', plain.replace('Version: 1', 'Version: 2')],
  ])('is none %s', (_, text) => {
    expect(text).not.toBe(plain)
    expect(isOwnSignIn(text, here)).toBe(false)
  })
})

describe('a sign-in with Solana to the asking site', () => {
  const solana = {
    hostOrigin,
    address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    chainType: 'solana',
  } as const
  const head = `shop.example wants you to sign in with your Solana account:\n${solana.address}`
  it.each([
    ['alone', head],
    ['with a statement', `${head}\n\nWelcome.`],
    ['with fields', `${head}\n\nURI: https://shop.example/\nNonce: abcdefgh1`],
    ['with both', `${head}\n\nWelcome.\n\nURI: https://shop.example/\nVersion: 1\nChain ID: mainnet`],
  ])('is one %s', (_, text) => {
    expect(isOwnSignIn(text, solana)).toBe(true)
  })
  it.each([
    ['with a line after the statement', `${head}\n\nWelcome.\nI owe you`],
    ['with an empty line at its end', `${head}\n\nWelcome.\n\n`],
    ['with words after the fields', `${head}\n\nNonce: abcdefgh1\n\nI owe you`],
    ['for another URI', `${head}\n\nURI: https://bank.example/`],
    ['for another wallet', head.replace('7S3P', '8S3P')],
    ['of an address in another case', head.replace('7S3P', '7s3p')],
  ])('is none %s', (_, text) => {
    expect(isOwnSignIn(text, solana)).toBe(false)
  })
})
