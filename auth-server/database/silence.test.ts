import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CARRY_CLOCK } from '../testing/carry-clock.mjs'
import { call, initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts'
import { type Connection, connectDatabase } from './connect.ts'

/** Each a tenth of the server's own. */
const LIMITS = { connectMs: 500, statementMs: 800, silenceMs: 1_000 }

let server: TestServer
let proxy: SilentProxy
let through: Connection
let app: TestServer['app']
beforeAll(async () => {
  server = await startTestServer()
  await server.database.db.execute(sql`create table notes (text text not null)`)
  await server.database.db.execute(sql`grant select, insert on notes to vitrine_api`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  proxy = await startSilentProxy(server.database.apiUrl)
  through = connectDatabase(proxy.url, 2, LIMITS)
  app = server.second({ db: through.db })
})
afterEach(async () => {
  await proxy.close()
  await through.close()
})

const init = async (email: string) => initCode(server, await createDevice(), { email }, { app })
const notes = async () =>
  (await server.database.db.execute<{ text: string }>(sql`select text from notes order by 1`)).rows.map(
    ({ text }) => text,
  )

test('calls on connections that died without a word are 503 with Retry-After, and the next ones are served', async () => {
  await Promise.all([init('a@mail.example'), init('b@mail.example')])
  proxy.silence()
  const answers = await Promise.all(['a', 'b', 'c'].map(name => init(`${name}@mail.example`)))
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(body).toEqual({ error: expect.stringContaining('Try again'), code: 'service_unavailable' })
  }
  proxy.recover()
  expect((await init('a@mail.example')).status).toBe(200)
})

test('a connection that died while idle is not given to the next call', async () => {
  await init('a@mail.example')
  proxy.silence()
  await new Promise<void>(resolve => through.db.$client.once('remove', () => resolve()))
  proxy.recover()
  expect((await init('a@mail.example')).status).toBe(200)
})

test('health answers before a dead connection is given up, and is 200 again when the database is back', async () => {
  const patient = connectDatabase(proxy.url, 2)
  const check = () => call(server, '/health', { method: 'GET', app: server.second({ db: patient.db }) })
  expect(await check()).toMatchObject({ status: 200 })
  // One for the check and one beside it: neither waits for a connection.
  await Promise.all([1, 2].map(() => patient.db.execute(sql`select 1`)))
  proxy.silence()
  const givenUp = patient.db.execute(sql`select 1`).then(
    () => 'an answer',
    (error: Error) => (error.cause as Error).message,
  )
  const answer = await Promise.race([check(), givenUp])
  expect(answer).toMatchObject({ status: 503, body: { ok: false, database: false, signer: true } })
  expect((answer as Awaited<ReturnType<typeof check>>).headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  // By the limit that the server has.
  expect(await givenUp).toBe('The database connection fell silent.')
  proxy.recover()
  expect(await check()).toMatchObject({ status: 200 })
  await patient.close()
})

test('a transaction is not performed again when nobody knows whether it was', async () => {
  const write = (text: string) =>
    through.db.transaction(async tx => {
      await tx.execute(sql`insert into notes values (${text})`)
      // The answer to `commit` is the one that is lost.
      proxy.silence('answers')
    })
  await expect(write('once')).rejects.toThrow()
  expect(await notes()).toEqual(['once'])
})

test('a transaction on a dead connection ends at its first silence, and frees its place in the pool', async () => {
  const { db } = through
  for (const text of ['x', 'y', 'z']) {
    const writing = db.transaction(async tx => {
      await tx.execute(sql`select 1`)
      proxy.silence()
      await tx.execute(sql`insert into notes values (${text})`)
    })
    await expect(writing).rejects.toThrow()
    proxy.recover()
  }
  expect(await notes()).not.toContain('x')
  expect((await db.execute(sql`select 1 as n`)).rows).toEqual([{ n: 1 }])
})

test('a call that finds no free connection in time is 503 with Retry-After', async () => {
  const clients = await Promise.all([through.db.$client.connect(), through.db.$client.connect()])
  const { status, headers, body } = await init('a@mail.example')
  for (const client of clients) client.release()
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' })
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
})

test('a statement that waits for a lock longer than it may is 503, and is ended at the database too', async () => {
  const { db } = server.database
  await db.transaction(async tx => {
    await tx.execute(sql`lock table one_time_codes in access exclusive mode`)
    expect(await init('a@mail.example')).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    // Under `faketime` Postgres ends no statement that waits: while it waits, its signal handlers see the real time.
    if (CARRY_CLOCK.length > 0) return
    const { rows } = await tx.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toEqual([])
  })
})

test('a database that cannot be reached is 503 with Retry-After', async () => {
  const { url, close } = await startSilentProxy(server.database.url)
  await close()
  const gone = connectDatabase(url, 2, LIMITS)
  const app = server.second({ db: gone.db })
  const answer = await initCode(server, await createDevice(), { email: 'a@mail.example' }, { app })
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  await gone.close()
})
