import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApp } from '../apps/registry.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { createWallet } from '../delegation/testing/delegates.ts'
import { asBackend, mail, newMail } from '../expected-users/testing/backend.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { EXIT } from './command.ts'
import { runCommand } from './run.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const nobody = () => Promise.reject(new Error('nobody'))
const remove = (typed: string | null, ...args: string[]) =>
  runCommand(server.database.db, ['app', 'delete', ...args], {
    ...{ origin: '', signer: nobody, readSecret: nobody },
    ...(typed !== null && { answer: async () => typed }),
  })
const isThere = async () => (await findApp(server.database.db, server.appId)) !== null

/** How many rows of the app each table has. */
async function rowsOf(appId: string): Promise<Record<string, number>> {
  const { rows: tables } = await server.database.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'app_id'`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await server.database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where app_id = ${appId}`,
    )
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

test('an app goes with everything of it, once its name and the number of its wallets are written', async () => {
  const { appId } = server
  const who = await logIn(server, 'ann@mail.example')
  await createWallet(server, who)
  const name = (await findApp(server.database.db, appId))?.config.name ?? ''
  // Somebody who has not come yet: what was sent to this wallet is as lost.
  await asBackend(server, 'POST', '', {
    linked_accounts: [mail(newMail())],
    wallets: [{ chain_type: 'ethereum' }],
  })
  const all = ['--with-wallets', '2']

  await expect(remove(name, appId)).rejects.toThrow('add --with-wallets 2, if that is meant')
  await expect(remove(name, appId, '--with-wallets', '1')).rejects.toMatchObject({ exitStatus: EXIT.refused })
  await expect(remove(name, appId, '--with-wallets', 'all')).rejects.toMatchObject({
    exitStatus: EXIT.misused,
  })
  await expect(remove(null, appId, '--yes')).rejects.toThrow('add --with-wallets 2')
  await expect(remove(null, appId, ...all)).rejects.toThrow('Nobody is there to be asked: add --yes.')
  await expect(remove('another', appId, ...all)).rejects.toThrow('Nothing was done.')
  expect(await isThere()).toBe(true)

  expect(await remove(` ${name}\n`, appId, ...all)).toBe(`${appId} is deleted, with 1 users and 2 wallets.`)
  expect(await isThere()).toBe(false)
  expect(Object.keys(await rowsOf(appId))).toEqual(['audit_events'])
  const events = await server.database.db.select().from(auditEvents)
  expect(events.at(-1)).toMatchObject({
    type: 'app.deleted',
    actor: 'command',
    appId,
    data: { name, count: 2 },
  })
})
