import { hkdfSync } from 'node:crypto'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bip39Seed } from './bip39.ts'
import { CHAIN_KEYS } from './chain-keys.ts'
import { openEntropySalt } from './entropy-salt.ts'
import { open, seal } from './envelope.ts'
import { createTestCustody, MASTER_KEY, sealedSalt } from './testing/custody.ts'
import { userEntropy } from './user-entropy.ts'

const custody = createTestCustody()
const owner = { appId: 'app_1', userId: 'user_1' }
const envelopeKey = custody.keyring.envelope
/** A salt that never changes, as an installation's does not. */
const salt = seal(envelopeKey, { purpose: 'entropy-salt' }, Buffer.alloc(32, 7))
const addresses = (who = owner, by = custody, sealed: string | null = null, from = salt) => {
  const { seed } = userEntropy(by, who, { sealed, salt: from })
  const of = (chain: 'ethereum' | 'solana') => CHAIN_KEYS[chain].addressOf(CHAIN_KEYS[chain].derive(seed, 0))
  return [of('ethereum'), of('solana')]
}

describe('the entropy of a new user', () => {
  test('is what it was in the first release that derived it: an address never changes', () => {
    expect(addresses()).toEqual([
      '0xD1fd257A5760F6Cc879C17FBBfbC1A74A36f9f1C',
      'GAPoBZEVFQn2NPZuPA9JsymJJKou8xqw5dLy7Zidu6ZQ',
    ])
  })

  test('is HKDF-SHA256 of the master key with the installation’s salt and the owner as info', () => {
    const key = hkdfSync('sha256', MASTER_KEY, '', 'vitrine/user-entropy/v1', 32)
    const info = '{"appId":"app_1","userId":"user_1"}'
    const entropy = new Uint8Array(hkdfSync('sha256', new Uint8Array(key), Buffer.alloc(32, 7), info, 32))
    expect(addresses()[0]).toBe(mnemonicToAccount(entropyToMnemonic(entropy, wordlist)).address)
    const { sealed, seed } = userEntropy(custody, owner, { sealed: null, salt })
    expect(Buffer.from(seed).equals(bip39Seed(entropy))).toBe(true)
    expect(Buffer.from(open(envelopeKey, { purpose: 'user-entropy', ...owner }, sealed))).toEqual(
      Buffer.from(entropy),
    )
  })

  test('is another one for another user, app, master key or installation', () => {
    const thief = createTestCustody(Buffer.alloc(32, 9))
    const ofThief = seal(thief.keyring.envelope, { purpose: 'entropy-salt' }, Buffer.alloc(32, 7))
    const all = [
      addresses(),
      addresses({ ...owner, userId: 'user_2' }),
      addresses({ ...owner, appId: 'app_2' }),
      addresses(owner, thief, null, ofThief),
      // The master key alone makes nobody's keys: the salt is random, and in the database.
      addresses(owner, createTestCustody(), null, sealedSalt(custody)),
    ].flat()
    expect(new Set(all).size).toBe(all.length)
  })
})

test('an entropy that is stored counts, whatever would be derived', () => {
  const stored = seal(envelopeKey, { purpose: 'user-entropy', ...owner }, Buffer.alloc(32, 1))
  expect(addresses(owner, custody, stored)).not.toEqual(addresses())
  expect(userEntropy(custody, owner, { sealed: stored, salt: undefined }).sealed).toBe(stored)
})

test.each([
  ['none', undefined, 'needs the salt'],
  ['one that the caller chose', Buffer.alloc(32, 7).toString('base64url'), 'damaged'],
  ['one of another master key', sealedSalt(createTestCustody(Buffer.alloc(32, 9))), 'does not hold'],
  [
    'an envelope of another purpose',
    seal(envelopeKey, { purpose: 'user-entropy', ...owner }, Buffer.alloc(32, 7)),
    'damaged or belongs',
  ],
])('a new user’s entropy takes the installation’s salt: %s is refused', (_, given, reason) => {
  expect(() => userEntropy(custody, owner, { sealed: null, salt: given })).toThrow(reason)
})

test('two salts are never the same', () => {
  const [one, other] = [sealedSalt(custody), sealedSalt(custody)].map(sealed =>
    Buffer.from(openEntropySalt(custody, sealed)).toString('hex'),
  )
  expect(one).toHaveLength(64)
  expect(one).not.toBe(other)
})
