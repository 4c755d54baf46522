import { expect, test } from 'vitest'
import { makeEntropySalt } from './entropy-salt.ts'
import { openTokenKey } from './open-token-key.ts'
import { openProviderSecret, sealProviderSecret } from './provider-secret.ts'
import { createTestCustody } from './testing/custody.ts'

const custody = createTestCustody()
const owner = { appId: 'app_1', provider: 'turnstile' }
const secret = 'secret-of-the-shop'
const { sealed } = sealProviderSecret(custody, { ...owner, secret })

test('opens for the app and provider that it was sealed for', () => {
  expect(sealed).not.toContain(secret)
  expect(openProviderSecret(custody, { ...owner, sealed })).toEqual({ secret })
})

test('is sealed another way each time', () => {
  expect(sealProviderSecret(custody, { ...owner, secret }).sealed).not.toBe(sealed)
})

test.each([
  ['another app', custody, { appId: 'app_2', provider: 'turnstile' }, 'unreadable_envelope'],
  ['another provider', custody, { appId: 'app_1', provider: 'hcaptcha' }, 'unreadable_envelope'],
  ['another master key', createTestCustody(Buffer.alloc(32, 3)), owner, 'unknown_key'],
] as const)('does not open for %s', (_, of, asked, code) => {
  expect(() => openProviderSecret(of, { ...asked, sealed })).toThrow(expect.objectContaining({ code }))
})

test('opens nothing that was sealed for another purpose, nor is taken for it', async () => {
  const refused = expect.objectContaining({ code: 'unreadable_envelope' })
  const tokenKey = await openTokenKey(custody, { sealed: null })
  for (const other of [tokenKey.sealed, makeEntropySalt(custody).sealed])
    expect(() => openProviderSecret(custody, { ...owner, sealed: other })).toThrow(refused)
  // What is in it is of the caller's choice.
  const chosen = sealProviderSecret(custody, { ...owner, secret: JSON.stringify(tokenKey.privateJwk) })
  await expect(openTokenKey(custody, chosen)).rejects.toEqual(refused)
})
