import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsEvents } from '../database/schema.ts'
import { sweepExpired } from '../database/sweep.ts'
import { call } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const PATH = '/api/v1/analytics_events'
const DAY_MS = 24 * 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const send = (body: object, options: Parameters<typeof call>[2] = {}) =>
  call(server, PATH, { body, ...options })
const stored = () => server.ctx.db.select().from(analyticsEvents)
const within = (budgets: Partial<TestServer['ctx']['settings']['budgets']>) => {
  const { settings } = server.ctx
  return server.second({ settings: { ...settings, budgets: { ...settings.budgets, ...budgets } } })
}

test('an event that the frame sends is stored, for as long as the operator says', async () => {
  const payload = { sdkVersion: '1.0.0', chains: 2, isDark: true, theme: null }
  const app = within({ analyticsDays: 7 })
  expect(await send({ event_name: 'sdk_initialize', payload }, { app })).toMatchObject({ status: 200 })
  const [event] = await stored()
  expect(event).toMatchObject({ name: 'sdk_initialize', payload })
  expect(event?.expiresAt.getTime()).toBe(server.clock.now + 7 * DAY_MS)
})

test.each(['\ud800', 'a\0b'])('text that no database can hold (%j) is refused', async odd => {
  for (const event of [{ client_id: odd }, { payload: { odd } }, { event_name: odd }])
    expect(await send({ event_name: 'odd', ...event })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
})

test.each([
  ['a name that is a text', { event_name: 'buy now at https://evil.example' }],
  ['a name of 65 characters', { event_name: 'x'.repeat(65) }],
  ['a field’s name that is a text', { event_name: 'x', payload: { 'a text': 1 } }],
  ['a field of 513 characters', { event_name: 'x', payload: { field: 'x'.repeat(513) } }],
  ['a field that is an object', { event_name: 'x', payload: { field: {} } }],
  [
    '33 fields',
    { event_name: 'x', payload: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, i])) },
  ],
  ['more than 16 KiB', { event_name: 'x', pad: 'x'.repeat(17 * 1024) }],
])('%s is refused, and nothing is stored', async (_name, body) => {
  const before = (await stored()).length
  expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  expect(await stored()).toHaveLength(before)
})

test('an app stores so many in an hour, from however many networks; another app is not held up', async () => {
  const app = within({ analyticsHour: 3 })
  const { id } = await server.registerApp({ name: 'Busy' })
  const other = await server.registerApp({ name: 'Other' })
  const of = (appId: string, i: number) =>
    send({ event_name: 'x' }, { app, from: `203.0.113.${i}`, headers: { 'vitrine-app-id': appId } })
  for (let i = 0; i < 3; i++) expect((await of(id, i)).status).toBe(200)
  expect(await of(id, 9)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect((await of(other.id, 9)).status).toBe(200)
  expect((await stored()).filter(({ appId }) => appId === id)).toHaveLength(3)
})

test('what is over is swept, and what a process of the release before wrote ends after thirty days', async () => {
  await server.database.db.execute(sql`
    insert into analytics_events (app_id, name) values (${server.appId}, 'former')`)
  const former = (await stored()).find(({ name }) => name === 'former')
  expect((former?.expiresAt.getTime() ?? 0) - (former?.createdAt.getTime() ?? 0)).toBe(30 * DAY_MS)
  await server.database.db.execute(sql`
    update analytics_events set expires_at = clock_timestamp() - interval '1 second' where name = 'former'`)
  await sweepExpired(server.ctx.db)
  const names = (await stored()).map(({ name }) => name)
  expect(names).not.toContain('former')
  expect(names).toContain('sdk_initialize')
})
