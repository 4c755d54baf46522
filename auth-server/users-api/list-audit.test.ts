import { type ListedAudit, listAuditResponse } from '@vitrine/shared/api/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOperation } from '../audit/record-operation.ts'
import { callAs, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { listAudit } from './list-audit.ts'
import { asBackend, type Credentials } from './testing/backend.ts'

let server: TestServer
let other: Credentials
beforeAll(async () => {
  server = await startTestServer()
  other = await server.registerApp({})
})
afterAll(() => server.stop())

const read = (query: Record<string, string> = {}, as?: Credentials) =>
  asBackend<ListedAudit>(server, `GET /audit_events?${new URLSearchParams(query)}`, undefined, as && { as })
const BY_COMMAND = { appId: null, by: { actor: 'command', thumbprint: null, caller: null } } as const

test('the audit of an app is newest first, page by page, and of that app alone', async () => {
  const of = { actor: 'command', appId: server.appId } as const
  for (const name of ['one', 'two', 'three'])
    await recordOperation(server.ctx.db, server.clock.now, { type: 'app.edited', ...of, data: { name } })
  await recordOperation(server.ctx.db, server.clock.now, {
    type: 'keys.rotated',
    actor: 'command',
    appId: null,
  })
  const first = (await read({ limit: '2', type: 'app.edited' })).body
  expect(listAuditResponse.safeParse(first).success).toBe(true)
  expect(first.events.map(({ data }) => data.name)).toEqual(['three', 'two'])
  const cursor = first.next ?? ''
  const second = (await read({ limit: '2', type: 'app.edited', cursor })).body
  expect([second.events.map(({ data }) => data.name), second.next]).toEqual([['one'], null])
  expect((await read({}, other)).body).toEqual({ events: [], next: null })
  for (const [query, as] of [
    [{ cursor }, undefined],
    [{ cursor, type: 'app.edited' }, other],
    [{ type: 'app.unheard' }, undefined],
    [{ since: 'yesterday' }, undefined],
    // A time that JavaScript has and Postgres does not read.
    [{ since: '999999999999999' }, undefined],
    [{ user: 'u' }, undefined],
  ] as const)
    expect((await read(query, as)).status).toBe(400)
  expect((await read({ type: 'user.delete' })).body).toMatchObject({
    error: expect.stringContaining('Did you mean user.deleted?'),
  })
  expect((await read({ since: String(server.clock.now + 1) })).body.events).toEqual([])
})

test('a backend is told of people what webhooks tell, and who has a shell on the server all of it, of all apps', async () => {
  const who = await logIn(server, 'audit@mail.example')
  await callAs(server, who, '/api/v1/sessions/logout', { body: {} })
  const user_id = who.user.id
  const told = (await read({ user_id })).body.events.map(({ type }) => type)
  expect(told).toEqual(['user.authenticated', 'user.created'])
  expect((await read({ user_id, type: 'user.session_ended' })).body.events).toEqual([])
  const all = await listAudit(server.ctx, BY_COMMAND, { userId: user_id }, {})
  expect(all.events.map(({ type }) => type)).toEqual(['user.session_ended', ...told])
  // That somebody looked at what a person did is written down; of a backend it is not.
  const looks = await listAudit(server.ctx, BY_COMMAND, { type: 'user.viewed' }, {})
  expect(looks.events).toMatchObject([{ user_id, app_id: server.appId, actor: 'command' }])
  expect((await listAudit(server.ctx, BY_COMMAND, { userId: 'user_none' }, {})).events).toEqual([])
  expect((await listAudit(server.ctx, BY_COMMAND, { type: 'user.viewed' }, {})).events).toHaveLength(1)
  const { events } = await listAudit(server.ctx, BY_COMMAND, { type: 'keys.rotated' }, {})
  expect(events).toMatchObject([{ app_id: null, actor: 'command' }])
})
