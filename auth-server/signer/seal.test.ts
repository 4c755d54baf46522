import { expect, test } from 'vitest'
import { isSealOf, type Statement, sealStatement } from './seal.ts'
import { createTestCustody } from './testing/custody.ts'

const { accountSeal, deviceSeal } = createTestCustody().keyring
const account = {
  kind: 'account',
  appId: 'app_1',
  channel: 'email',
  address: 'a@b.example',
  userId: 'user_1',
} as const satisfies Statement
const seal = sealStatement(accountSeal, account)

test('a seal holds for its own statement', () => {
  expect(isSealOf(accountSeal, account, seal)).toBe(true)
})

test.each([
  { ...account, userId: 'user_2' },
  { ...account, address: 'c@b.example' },
  { ...account, appId: 'app_2' },
  { ...account, channel: 'sms' },
  { kind: 'device', appId: 'app_1', userId: 'user_1', publicKey: 'key' },
] satisfies Statement[])('a seal copied to %o does not hold', other => {
  expect(isSealOf(accountSeal, other, seal)).toBe(false)
})

test('a seal holds under the key of its purpose only', () => {
  expect(isSealOf(deviceSeal, account, seal)).toBe(false)
})

test('a seal with a bit flipped, cut short or missing does not hold', () => {
  const bytes = Buffer.from(seal, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(isSealOf(accountSeal, account, changed.toString('base64url'))).toBe(false)
  }
  expect(isSealOf(accountSeal, account, bytes.subarray(0, 16).toString('base64url'))).toBe(false)
  expect(isSealOf(accountSeal, account, '')).toBe(false)
})
