import { MFA_RESET_WAIT_MS } from '@vitrine/shared/mfa/limits.ts'
import { expect, test } from 'vitest'
import type { App } from '../../apps/registry.ts'
import type { Database } from '../../database/connect.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { completeReset } from './complete-reset.ts'
import { completableFrom, type WaitingReset } from './waiting-reset.ts'

const waiting = (toldAt: number | null): WaitingReset => ({
  reset: { version: 1, at: 1000, waitMs: MFA_RESET_WAIT_MS, seal: 's' },
  toldAt,
  expiresAt: 0,
})
/** Nothing is asked of it. */
const unreachable = new Proxy({}, { get: (_, name) => expect.fail(`asked for ${String(name)}`) })
const complete = (told: number | null, now: number) =>
  completeReset(unreachable as Database, unreachable as SignerClient, unreachable as App, {
    userId: 'user_1',
    waiting: waiting(told),
    now,
  })

test('can be completed a whole wait after it was begun and told, whichever was later', () => {
  expect([null, 500, 2000].map(told => completableFrom(waiting(told)))).toEqual([
    null,
    1000 + MFA_RESET_WAIT_MS,
    2000 + MFA_RESET_WAIT_MS,
  ])
})

test.each([
  ['told nobody', null, 2 * MFA_RESET_WAIT_MS],
  ['told late', 2000, 1999 + MFA_RESET_WAIT_MS],
])('one that %s asks neither the database nor the signer', async (_, told, now) => {
  await expect(complete(told, now)).rejects.toThrow('The wait of this reset is not over.')
})
