import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditEvents } from '../../database/audit-tables.ts'
import { accountChanges, stepUps } from '../../database/change-tables.ts'
import { type Connection, connectDatabase } from '../../database/connect.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { breakAt, type Fault } from '../../testing/break-at.ts'
import { type LoggedIn, logIn } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { bring, newKey, proofFor, submission, submit, takeOut } from '../testing/key-calls.ts'

/**
 * The API process dies at every step of an import and of an export: before a statement reaches Postgres, and after Postgres has
 * performed it but before the answer is here. What is left is a whole wallet or none, and no key leaves that nobody wrote down.
 */
let server: TestServer
let connection: Connection
let fault: Fault
let app: Hono
beforeAll(async () => {
  server = await startTestServer()
  connection = connectDatabase(server.database.url)
  fault = breakAt(connection.db.$client)
  app = server.second({ db: connection.db })
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

let people = 0
const person = () => logIn(server, `person${++people}@faults.example`)
const left = async ({ user: { id } }: LoggedIn, type: string) => ({
  wallets: await server.ctx.db.$count(importedWallets, eq(importedWallets.userId, id)),
  events: (await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, id))).filter(
    it => it.type === type,
  ).length,
  told: (await server.ctx.db.select().from(accountChanges).where(eq(accountChanges.userId, id))).filter(
    it => `wallet.${it.kind}ed` === type,
  ).length,
})

/** The next call is the person's first again. */
async function forget({ user: { id } }: LoggedIn, keeps?: 'wallets'): Promise<void> {
  if (!keeps) await server.ctx.db.delete(importedWallets).where(eq(importedWallets.userId, id))
  await server.ctx.db.delete(auditEvents).where(eq(auditEvents.userId, id))
  await server.ctx.db.delete(accountChanges).where(eq(accountChanges.userId, id))
}

describe.each(['before', 'after'] as const)('a crash %s any statement', when => {
  test('of an import leaves the wallet with what is told of it, or neither; and the next one goes through', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const outcomes = new Set<string>()
    const who = await person()
    for (let step = 1; ; step++) {
      await forget(who)
      const key = newKey()
      const body = { ...(await submission(server, who, key)), from_account: true }
      const call = { key: `import-that-breaks-${when}-${step}` }
      fault.arm(step, when)
      const { status } = await submit(server, who, body, { app, ...call })
      fault.disarm()
      const { wallets, events, told } = await left(who, 'wallet.imported')
      outcomes.add([wallets, events, told].join())
      // Every statement before the answer has had its turn; the notices are sent after it.
      if (status === 200) {
        expect(step).toBeGreaterThan(10)
        break
      }
      // Where the wallet is there the same call gets it; else the person begins again.
      const retried = await submit(server, who, body, call)
      expect([200, 409]).toContain(retried.status)
      if (retried.status === 409) expect((await bring(server, who, key)).answer.status).toBe(200)
      expect((await left(who, 'wallet.imported')).wallets).toBe(1)
    }
    log.mockRestore()
    expect([...outcomes].sort()).toEqual(['0,0,0', '1,1,1'])
  }, 60_000)

  test('of an export gives no key that was not written down and told of', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const outcomes = new Set<string>()
    const who = await person()
    const wallet = await bring(server, who)
    const step_up = await proofFor(server, who, 'export', wallet)
    const [proof] = await server.ctx.db.select().from(stepUps).where(eq(stepUps.userId, who.user.id))
    if (!proof) throw new Error('no proof')
    for (let step = 1; ; step++) {
      await forget(who, 'wallets')
      await server.ctx.db.insert(stepUps).values(proof).onConflictDoNothing()
      fault.arm(step, when)
      const { status, key } = await takeOut(server, who, wallet.id, { step_up }, { app })
      fault.disarm()
      const { events, told } = await left(who, 'wallet.exported')
      outcomes.add([key !== null, events, told].join())
      // Every statement before the answer has had its turn; the notices are sent after it.
      if (status === 200) {
        expect(step).toBeGreaterThan(10)
        break
      }
      expect(key).toBeNull()
      // What was used up serves nobody again.
      const isSpent = (await server.ctx.db.$count(stepUps, eq(stepUps.userId, who.user.id))) === 0
      expect((await takeOut(server, who, wallet.id, { step_up })).status).toBe(isSpent ? 403 : 200)
    }
    log.mockRestore()
    expect([...outcomes].sort()).toEqual(
      when === 'after' ? ['false,0,0', 'false,1,1', 'true,1,1'] : ['false,0,0', 'true,1,1'],
    )
  }, 60_000)
})

test('what was brought and shown is nowhere in the clear: no row, event, notice, answer or line of the log', async () => {
  const logged: string[] = []
  const spies = [process.stderr, process.stdout].map(stream =>
    vi.spyOn(stream, 'write').mockImplementation(text => logged.push(String(text)) > 0),
  )
  const who = await person()
  const key = newKey()
  const wrong = await submission(server, who, key, newKey().key)
  const answers: unknown[] = [await submit(server, who, { ...wrong, from_account: true })]
  const brought = await bring(server, who, key)
  answers.push(brought.answer)
  const step_up = await proofFor(server, who, 'export', brought)
  const shown = await takeOut(server, who, brought.id, { step_up })
  answers.push(shown.answer)
  for (const spy of spies) spy.mockRestore()
  expect(Buffer.from(shown.key ?? [])).toEqual(key.key)

  const { rows: tables } = await server.database.db.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`,
  )
  let everything = logged.join() + JSON.stringify(answers) + JSON.stringify(server.notices)
  for (const { name } of tables) {
    const { rows } = await server.database.db.execute(`select * from ${name}`)
    everything += JSON.stringify(rows)
  }
  expect(everything).toContain(brought.address)
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(everything.toLowerCase()).not.toContain(key.key.toString(encoding).slice(0, 42).toLowerCase())
})
