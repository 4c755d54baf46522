import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { keyOf, limitRate } from './rate-limit.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let subjects = 0
const bucket = (atOnce: number, everyMs: number) =>
  ({ scope: 'bucket', subject: `${++subjects}`, atOnce, everyMs }) as const
/** @returns `null`, or after how many seconds to come back */
const call = (...limits: Parameters<typeof limitRate>[1]) =>
  limitRate(server.ctx, limits).then(
    () => null,
    ({ data }) => data.retryAfter as number,
  )
const secondsPass = (seconds: number) => {
  server.clock.now += seconds * 1000
}

test('a bucket gives so many at once, then one each time, and is full again when nobody called for long', async () => {
  const limit = bucket(3, 60_000)
  for (let i = 0; i < 3; i++) expect(await call(limit)).toBeNull()
  expect(await call(limit)).toBe(60)
  secondsPass(20)
  expect(await call(limit)).toBe(40)
  secondsPass(40)
  expect(await call(limit)).toBeNull()
  expect(await call(limit)).toBe(60)
  secondsPass(24 * 60 * 60)
  for (let i = 0; i < 3; i++) expect(await call(limit)).toBeNull()
  expect(await call(limit)).toBe(60)
})

test('of calls at once with the last of a bucket one is taken', async () => {
  const limit = bucket(2, 60_000)
  expect(await call(limit)).toBeNull()
  const { db } = server.database
  const calls = await db.transaction(async tx => {
    // Each reads that there is one left, and then waits for the row.
    await tx
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, keyOf(limit)))
      .for('update')
    const waiting = Array.from({ length: 4 }, () => call(limit))
    await vi.waitFor(
      async () => {
        const { rows } = await db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(4)
      },
      { timeout: 30_000, interval: 20 },
    )
    return waiting
  })
  const waits = await Promise.all(calls)
  expect(waits.filter(wait => wait === null)).toHaveLength(1)
})

test('a call that a bucket refuses counts for no window, and one that a window refuses takes nothing from a bucket', async () => {
  const [full, empty] = [bucket(1, 60_000), bucket(1, 60_000)]
  const [open, shut] = [1, 1].map(limit => ({
    scope: 'w',
    subject: `${++subjects}`,
    limit,
    windowMs: 30_000,
  }))
  if (!open || !shut) throw new Error('There are two')
  expect(await call(empty)).toBeNull()
  expect(await call(shut)).toBeNull()
  expect(await call(empty, open)).toBe(60)
  expect(await call(full, shut)).toBe(30)
  expect(await call(full, open)).toBeNull()
})

test('takes the largest numbers that an operator can write', async () => {
  expect(await call(bucket(1_000_000_000, 24 * 60 * 60_000))).toBeNull()
  expect(await call(bucket(1_000_000_000, 1))).toBeNull()
})
