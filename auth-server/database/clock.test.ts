import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { agrees, startClock } from './clock.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => {
  vi.useRealTimers()
})

/** This process's clock alone: the database's goes on, and so do the driver's timers. */
const setClockAhead = (ms: number) => vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + ms)

test.each([31_000, -31_000, 40 * 24 * 60 * 60_000])(
  'a process whose clock is %i ms from the database’s does not start, and is told both times and what to do',
  async ms => {
    setClockAhead(ms)
    const refusal = await startClock(database.db).then(
      () => 'started',
      (error: Error) => error.message,
    )
    const times = [...refusal.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => Date.parse(time))
    expect(times).toHaveLength(2)
    expect(Math.round(((times[0] ?? 0) - (times[1] ?? 0)) / 1000)).toBe(ms / 1000)
    expect(refusal).toContain("the database's says")
    expect(refusal).toContain('NTP')
  },
)

test('a smaller difference starts, and time is the database’s', async () => {
  const real = Date.now()
  setClockAhead(20_000)
  const clock = await startClock(database.db)
  clock.stop()
  // Far from the process's own, and not before the question.
  expect(clock.now()).toBeGreaterThanOrEqual(real - 1)
  expect(clock.now()).toBeLessThan(Date.now() - 10_000)
})

test('two processes whose clocks differ count the same time', async () => {
  const right = await startClock(database.db)
  setClockAhead(25_000)
  const ahead = await startClock(database.db)
  for (const clock of [right, ahead]) clock.stop()
  expect(Math.abs(ahead.now() - right.now())).toBeLessThan(10_000)
})

test('a clock that is set while the process runs changes nothing in its time', async () => {
  const clock = await startClock(database.db)
  clock.stop()
  const before = clock.now()
  setClockAhead(40 * 24 * 60 * 60_000)
  expect(clock.now()).toBeLessThan(before + 24 * 60 * 60_000)
  expect(clock.now()).toBeGreaterThanOrEqual(before)
})

test('an answer that was long under way is not taken for a wrong clock', () => {
  expect(agrees({ theirs: 0, ours: 50_000, uncertaintyMs: 20_000 })).toBe(true)
  expect(agrees({ theirs: 0, ours: 50_000, uncertaintyMs: 19_999 })).toBe(false)
})
