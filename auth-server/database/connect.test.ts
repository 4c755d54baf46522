import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakAt } from '../testing/break-at.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('template1')
  await database.db.execute(sql`create table notes (text text not null)`)
})
afterAll(() => database.close())

const write = (db: TestDatabase['db'], text: string) =>
  db.transaction(async tx => {
    await tx.execute(sql`insert into notes values (${text})`)
    return text
  })

test('a transaction gives back its answer, and takes back what it did when it fails', async () => {
  expect(await write(database.db, 'kept')).toBe('kept')
  const failing = database.db.transaction(async tx => {
    await tx.execute(sql`insert into notes values ('lost')`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await database.db.execute(sql`select text from notes`)
  expect(rows).toEqual([{ text: 'kept' }])
})

test.each(['before', 'after'] as const)(
  'a connection that breaks %s any statement of a transaction is replaced, the only one of a pool too',
  async when => {
    const { db, close } = connectDatabase(database.url, 1)
    const fault = breakAt(db.$client)
    for (const step of [1, 2, 3]) {
      fault.arm(step, when)
      await expect(write(db, 'x')).rejects.toThrow()
      expect(fault.disarm()).toBe(true)
      expect(await write(db, 'next')).toBe('next')
    }
    await close()
  },
)
