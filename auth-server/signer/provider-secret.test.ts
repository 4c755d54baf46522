import { expect, test } from 'vitest'
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
  ['another app', custody, { appId: 'app_2', provider: 'turnstile' }],
  ['another provider', custody, { appId: 'app_1', provider: 'hcaptcha' }],
  ['another master key', createTestCustody(Buffer.alloc(32, 3)), owner],
])('does not open for %s', (_, of, asked) => {
  expect(() => openProviderSecret(of, { ...asked, sealed })).toThrow(
    expect.objectContaining({ code: 'unreadable_envelope' }),
  )
})
