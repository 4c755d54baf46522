import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serve } from './signer/process/serve.ts'
import { createTestCustody } from './signer/testing/custody.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { freePort, type Program, serverCommand, startMain, startProgram } from './testing/process-tree.ts'

const DAY_MS = 24 * 60 * 60_000

let database: TestDatabase
let dataDir: string
const started: Program[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  database = await openTestDatabase()
  const { db } = database
  await db.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
  await db.execute(sql`insert into users (id, app_id) values ('user', 'app')`)
  await db.execute(
    sql`insert into devices (thumbprint, user_id, public_key, seal) values ('thumbprint', 'user', 'key', 'seal')`,
  )
  await db.execute(sql`
    insert into sessions (id, app_id, user_id, thumbprint, expires_at)
    values ('session', 'app', 'user', 'thumbprint', now() + interval '30 days')`)
  await db.execute(sql`
    insert into refresh_tokens (hash, session_id, expires_at) values ('token', 'session', now() + interval '30 days')`)
})
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sets the clock of every Node process that inherits these options: of the supervisor and of the API process. */
const clockAhead = (ms: number) => {
  const module = `
    const real = Date
    globalThis.Date = class extends real {
      constructor(...given) { given.length > 0 ? super(...given) : super(real.now() + ${ms}) }
      static now() { return real.now() + ${ms} }
    }`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` }
}

/** A server on the one database. */
async function start(changes: Record<string, string> = {}) {
  const port = await freePort()
  const program = startMain({
    VITRINE_DEV: '1',
    VITRINE_PORT: String(port),
    VITRINE_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...changes,
  })
  started.push(program)
  const outcome = await program.outcome
  return { outcome, output: program.output(), health: () => fetch(`http://127.0.0.1:${port}/health`) }
}

const left = async () =>
  (
    await database.db.execute(
      sql`select (select count(*) from sessions)::int as sessions, (select count(*) from refresh_tokens)::int as tokens`,
    )
  ).rows

test.each([40 * DAY_MS, -40 * DAY_MS])(
  'a server whose clock is %i ms from the database’s does not start beside one whose clock is right, and ends no session',
  async ms => {
    const right = await start()
    expect(right.outcome).toBe('up')
    const wrong = await start(clockAhead(ms))
    expect(wrong.outcome).toBe(1)
    expect(wrong.output).toMatch(
      /This server's clock says 20\d\d-\S+Z, the database's says 20\d\d-\S+Z: .* NTP.* start the server again\.$/m,
    )
    expect(await left()).toEqual([{ sessions: 1, tokens: 1 }])
    expect((await right.health()).status).toBe(200)
  },
)

test('a server whose clock is a little wrong serves', async () => {
  const server = await start(clockAhead(20_000))
  expect(server.outcome).toBe('up')
  expect(await (await server.health()).json()).toMatchObject({ ok: true, clock: true })
})

test('a server does not start with a signer whose clock is wrong', async () => {
  const socket = join(dataDir, 'signer.sock')
  const signer = await serve(createTestCustody(undefined, Date.now() + DAY_MS), socket)
  const api = startProgram(
    serverCommand('processes/api'),
    {
      VITRINE_DEV: '1',
      DATABASE_URL: database.url,
      VITRINE_SIGNER_SOCKET: socket,
      VITRINE_API_SOCKET: `${socket}.api`,
    },
    'start of the API process',
  )
  started.push(api)
  expect(await api.outcome).toBe('up')
  expect(api.output()).toMatch(/This server's clock says 20\d\d-\S+Z, the signer's says 20\d\d-\S+Z/)
  signer.close()
})
