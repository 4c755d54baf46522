import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { usedNonces } from './schema.ts'
import { sweepExpired } from './sweep.ts'

const DAY_MS = 24 * 60 * 60_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(usedNonces)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Ends so many seconds from now, by the database's clock. */
const insert = (key: string, seconds: number) =>
  database.db
    .insert(usedNonces)
    .values({ key, expiresAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
const left = async () =>
  (await database.db.select({ key: usedNonces.key }).from(usedNonces)).map(({ key }) => key)

/** This process's clock alone: those of the database and of the driver's timers go on. */
const setClockAhead = (ms: number) => vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + ms)

test('a sweep deletes what has expired and nothing else', async () => {
  await insert('old', -1)
  await insert('living', 60)
  await sweepExpired(database.db)
  expect(await left()).toEqual(['living'])
})

test('what has expired is told by the database’s clock, not by the process’s', async () => {
  await insert('old', -1)
  await insert('living', 10)
  setClockAhead(20_000)
  await sweepExpired(database.db)
  expect(await left()).toEqual(['living'])
})

test.each([40 * DAY_MS, -40 * DAY_MS])(
  'nothing is deleted while a clock of the two is wrong (%i ms)',
  async ms => {
    await insert('old', -1)
    await insert('living', 60)
    setClockAhead(ms)
    await sweepExpired(database.db)
    expect(await left()).toEqual(['old', 'living'])
  },
)

test('a sweep does not wait for a row that is in use', async () => {
  await insert('locked', -1)
  await database.db.transaction(async tx => {
    await tx.select().from(usedNonces).for('update')
    await sweepExpired(database.db)
  })
  expect(await left()).toEqual(['locked'])
})
