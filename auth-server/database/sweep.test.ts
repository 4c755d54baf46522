import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { usedNonces } from './schema.ts'
import { sweepExpired } from './sweep.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a sweep deletes what has expired and nothing else', async () => {
  const now = Date.now()
  await database.db.insert(usedNonces).values([
    { key: 'old', expiresAt: new Date(now - 1) },
    { key: 'living', expiresAt: new Date(now + 1) },
  ])
  await sweepExpired(database.db, now)
  const rows = await database.db.select({ key: usedNonces.key }).from(usedNonces)
  expect(rows).toEqual([{ key: 'living' }])
})

test('a sweep does not wait for a row that is in use', async () => {
  const now = Date.now()
  await database.db.insert(usedNonces).values({ key: 'locked', expiresAt: new Date(now - 1) })
  await database.db.transaction(async tx => {
    await tx.select().from(usedNonces).for('update')
    await sweepExpired(database.db, now)
  })
  const rows = await database.db.select({ key: usedNonces.key }).from(usedNonces)
  expect(rows.map(({ key }) => key)).toContain('locked')
})
