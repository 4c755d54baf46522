import type { ListedAudit, ListedUsers, ManagedUser } from '@vitrine/shared/api/users.ts'
import { desc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../database/audit-tables.ts'
import { users } from '../database/schema.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CONSOLE, type ConsoleCall, makeOperator, type TestOperator } from './testing/console.ts'

let server: TestServer
let person: LoggedIn
let viewer: TestOperator
let manager: TestOperator
beforeAll(async () => {
  server = await startTestServer({ consoleOrigin: CONSOLE })
  person = await logIn(server, 'anna@mail.example')
  viewer = await makeOperator(server, 'Vera', '--apps', server.appId)
  manager = await makeOperator(server, 'Mona', '--apps', server.appId, '--role', 'manager')
})
afterAll(() => server.stop())

/** A call of the users API by way of the console. */
const ask = <Body>(operator: TestOperator, path: string, { headers, ...call }: ConsoleCall = {}) =>
  operator.call<Body>(`/api/v1${path}`, {
    ...call,
    isWhole: true,
    headers: { 'vitrine-app-id': server.appId, ...headers },
  })
const one = () => `/users/${person.user.id}`

/** What operators did, newest first. */
const done = async (count: number) => {
  const rows = await server.database.db
    .select()
    .from(auditEvents)
    .where(isNotNull(auditEvents.appId))
    .orderBy(desc(auditEvents.id))
    .limit(count)
  return rows.map(({ type, actor, userId, data }) => ({ type, actor, userId, data }))
}

test('a viewer finds and sees people, and each look is in the audit with who looked', async () => {
  const found = await ask<ListedUsers>(viewer, '/users?email=anna@mail.example')
  expect(found.body.users.map(({ id }) => id)).toEqual([person.user.id])
  expect((await ask<ManagedUser>(viewer, one())).body).toMatchObject({ id: person.user.id })
  expect((await ask(viewer, `${one()}/sessions`)).status).toBe(200)
  expect((await viewer.call(`/audit_events?app_id=${server.appId}&user_id=${person.user.id}`)).status).toBe(
    200,
  )
  const actor = `operator:${viewer.id}`
  const viewed = { type: 'user.viewed', actor, userId: person.user.id }
  expect(await done(4)).toMatchObject([
    ...[viewed, viewed, viewed],
    { type: 'user.searched', actor, data: { searched_by: 'email' } },
  ])
  const { body } = await ask<ListedAudit>(viewer, '/audit_events?limit=1')
  expect(body.events).toMatchObject([{ type: 'user.viewed', actor }])
})

test('a manager notes metadata and ends sessions, as themselves', async () => {
  const edited = await ask<ManagedUser>(manager, `${one()}/custom_metadata`, {
    method: 'PATCH',
    body: { custom_metadata: { plan: 'gold' } },
  })
  expect(edited.body.custom_metadata).toEqual({ plan: 'gold' })
  const revoked = await ask(manager, `${one()}/sessions/revoke`, { body: {} })
  expect(revoked.body).toEqual({ revoked: 1 })
  expect((await callAs(server, person, '/api/v1/users/me', { method: 'GET' })).status).toBe(401)
  const actor = `operator:${manager.id}` as const
  const rows = await server.database.db.select().from(auditEvents).where(eq(auditEvents.actor, actor))
  expect(rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user.metadata_edited', 'user.sessions_revoked', 'user.session_ended']),
  )
})

test('a person is exported and deleted by a passkey that confirms it for this person', async () => {
  const deletion = { method: 'DELETE', body: { wallets: [] } }
  const of = (operation: 'user.export' | 'user.delete', target = person.user.id) =>
    manager.confirm({ operation, app_id: server.appId, target })
  const refused = [403, 'step_up_required']
  const outcome = async (path: string, call: ConsoleCall) => {
    const { status, body } = await ask(manager, path, call)
    return [status, body.code]
  }
  expect(await outcome(`${one()}/export`, {})).toEqual(refused)
  expect(await outcome(one(), deletion)).toEqual(refused)
  expect(await outcome(one(), { ...deletion, headers: await of('user.export') })).toEqual(refused)
  expect(await outcome(one(), { ...deletion, headers: await of('user.delete', 'user_x') })).toEqual(refused)
  expect(await server.database.db.$count(users)).toBe(1)

  const exported = await ask(manager, `${one()}/export`, { headers: await of('user.export') })
  expect(exported.body).toMatchObject({ format: 1, user_id: person.user.id })
  const deleted = await ask(manager, one(), { ...deletion, headers: await of('user.delete') })
  expect(deleted.body).toEqual({ deleted: true, user_id: person.user.id })
  expect(await server.database.db.$count(users)).toBe(0)
  const actor = `operator:${manager.id}` as const
  const rows = await server.database.db.select().from(auditEvents).where(eq(auditEvents.actor, actor))
  expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.exported', 'user.deleted']))
})
