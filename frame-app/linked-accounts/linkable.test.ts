import { expect, it } from 'vitest'
import { accountKey, type LinkedAccount } from './linkable.ts'

it('two passkeys of one browser are two ways in, and one address is one', () => {
  const passkey = { type: 'passkey', createdWithBrowser: 'Chrome', createdWithOs: 'Linux' }
  const accounts = [
    { ...passkey, credentialId: 'first' },
    { ...passkey, credentialId: 'second' },
    { type: 'email', address: 'ada@example.com', latestVerifiedAt: 1 },
    { type: 'email', address: 'ada@example.com', latestVerifiedAt: 2 },
    { type: 'wallet', address: '0x01' },
  ] as unknown as LinkedAccount[]
  expect(new Set(accounts.map(accountKey)).size).toBe(4)
})
