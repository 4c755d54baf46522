import { createHmac, hkdfSync } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { describe, expect, test } from 'vitest'
import type { Proven } from './proof/proof.ts'
import { createTestCustody, MASTER_KEY, NOW } from './testing/custody.ts'
import { newUserId } from './user-id.ts'

const custody = createTestCustody()
const mailbox: Proven = {
  appId: 'app_1',
  identity: { type: 'email', subject: 'a@b.example' },
  namesUser: true,
}

describe('the user id of an identity that was proven to be held', () => {
  test('is what it was in the first release that derived it', () => {
    expect(newUserId(custody, mailbox, 0)).toBe('user_kFcBNG1U3KUb3G0IA_msUxiw')
  })

  test('is an HMAC-SHA256 over app, identity, month and generation', () => {
    const key = new Uint8Array(hkdfSync('sha256', MASTER_KEY, '', 'vitrine/user-id/v1', 32))
    const named = { appId: 'app_1', type: 'email', subject: 'a@b.example', month: '2026-01', generation: 3 }
    const digest = createHmac('sha256', key).update(canonicalJson(named)).digest()
    expect(newUserId(custody, mailbox, 3)).toBe(`user_${digest.subarray(0, 18).toString('base64url')}`)
  })

  test('is another one for another app, type, subject, generation, month and master key', () => {
    const { identity } = mailbox
    const ids = [
      newUserId(custody, mailbox, 0),
      newUserId(custody, { ...mailbox, appId: 'app_2' }, 0),
      newUserId(custody, { ...mailbox, identity: { ...identity, type: 'custom_auth' } }, 0),
      newUserId(custody, { ...mailbox, identity: { ...identity, subject: 'c@b.example' } }, 0),
      newUserId(custody, mailbox, 1),
      newUserId(createTestCustody(MASTER_KEY, Date.UTC(2026, 1, 1)), mailbox, 0),
      newUserId(createTestCustody(Buffer.alloc(32, 9)), mailbox, 0),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(id => /^user_[\w-]{24}$/.test(id))).toBe(true)
  })

  test('is the same until the month ends, by this process’s own clock in UTC', () => {
    const first = newUserId(createTestCustody(MASTER_KEY, Date.UTC(2026, 0, 1)), mailbox, 0)
    const last = newUserId(createTestCustody(MASTER_KEY, Date.UTC(2026, 1, 1) - 1), mailbox, 0)
    expect([first, last]).toEqual([newUserId(custody, mailbox, 0), newUserId(custody, mailbox, 0)])
  })

  test('is that of the month which the operator named, whenever it is', () => {
    const later = { ...createTestCustody(MASTER_KEY, NOW + 90 * 86_400_000), restoredMonth: '2026-01' }
    expect(newUserId(later, mailbox, 0)).toBe(newUserId(custody, mailbox, 0))
  })
})

test.each([
  ['that shows no possession, or counts with other facts alone', { ...mailbox, namesUser: undefined }, 0],
  ['whose generations are used up', mailbox, undefined],
] as const)('an identity %s makes a random one', (_, proven, generation) => {
  const { namesUser, ...rest } = proven
  const given: Proven = namesUser ? { ...rest, namesUser } : rest
  expect(newUserId(custody, given, generation)).not.toBe(newUserId(custody, given, generation))
})
