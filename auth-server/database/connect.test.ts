import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { parse } from 'pg-connection-string'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakAt } from '../testing/break-at.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { asLibpq, connectDatabase } from './connect.ts'

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

test.each([
  ['disable', false],
  ['require', { rejectUnauthorized: false }],
  ['verify-full', {}],
  ['no-verify', { rejectUnauthorized: false }],
])('sslmode=%s is read as Postgres documents it', (mode, ssl) => {
  expect(parse(asLibpq(`postgresql://ann:pw@db.example/shop?sslmode=${mode}`)).ssl).toEqual(ssl)
  expect(parse(asLibpq('postgresql://ann:pw@db.example/shop')).ssl).toBeUndefined()
})

test('sslmode=require with a certificate checks who signed the server’s, and not its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  writeFileSync(join(folder, 'root.pem'), 'certificate')
  const url = `postgresql://ann:pw@db.example/shop?sslmode=require&sslrootcert=${join(folder, 'root.pem')}`
  const { ssl } = parse(asLibpq(url))
  rmSync(folder, { recursive: true })
  expect(ssl).toMatchObject({ ca: 'certificate', checkServerIdentity: expect.any(Function) })
  expect(ssl).not.toHaveProperty('rejectUnauthorized')
})
