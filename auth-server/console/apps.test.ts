import type { ConsoleApp, checkResponse } from '@vitrine/shared/api/console/apps.ts'
import type { ConsoleAuditEvent } from '@vitrine/shared/api/console/audit.ts'
import type { ConsoleHealth } from '@vitrine/shared/api/console/health.ts'
import type { ConsoleWebhook, Delivery } from '@vitrine/shared/api/console/webhooks.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { findApp } from '../apps/registry.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { sweepExpired } from '../database/sweep.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addEndpoint } from '../webhooks/endpoints.ts'
import { CONSOLE, command, makeOperator, type TestOperator } from './testing/console.ts'

let server: TestServer
let other: { readonly id: string }
let manager: TestOperator
beforeAll(async () => {
  server = await startTestServer({ consoleOrigin: CONSOLE })
  other = await server.registerApp({ name: 'Other' })
  manager = await makeOperator(server, 'Mona', '--apps', server.appId, '--role', 'manager')
})
afterAll(() => server.stop())

const ofApp = (path = '') => `/apps/${server.appId}${path}`
const read = async () => (await manager.call<ConsoleApp>(ofApp())).body
const eventsOf = (type: 'app.edited' | 'webhook.replayed') =>
  server.database.db.select().from(auditEvents).where(eq(auditEvents.type, type))

describe('an app’s config', () => {
  const save = (config: unknown, version: string, headers = {}) =>
    manager.call<ConsoleApp>(ofApp(), { body: { config, version }, headers })
  const check = async (config: unknown) =>
    (await manager.call<z.infer<typeof checkResponse>>(ofApp('/check'), { body: { config } })).body
  /** The header of the manager's passkey over a config. */
  const confirmed = async (config: unknown) =>
    manager.confirm({
      ...{ operation: 'app.edit', app_id: server.appId },
      target: (await check(config)).confirmation?.target ?? '',
    })

  test('is saved as it was checked, and the audit names what changed', async () => {
    const { config, version } = await read()
    const next = { ...config, name: 'New shop', legal_name: 'Shop Ltd' }
    expect(await check(next)).toEqual({
      problems: [],
      notes: [{ field: 'legal_name', reason: 'has no effect in this version' }],
      confirmation: null,
    })
    const saved = await save(next, version)
    expect(saved).toMatchObject({ status: 200, body: { config: next, notes: [{ field: 'legal_name' }] } })
    expect((await findApp(server.ctx.db, server.appId))?.config.name).toBe('New shop')
    expect(await read()).toEqual(saved.body)
    const actor = `operator:${manager.id}`
    expect(await eventsOf('app.edited')).toMatchObject([
      { actor, appId: server.appId, userId: null, data: { fields: ['legal_name', 'name'], changes: [] } },
    ])
  })

  describe('where it protects users', () => {
    const attack = { enforce_wallet_uis: false, allowed_domains: ['https://evil.example'] }
    const refusal = [403, 'step_up_required']
    const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

    test('is not saved by a session alone', async () => {
      const { config, version } = await read()
      expect(outcome(await save({ ...config, ...attack }, version))).toEqual(refusal)
      expect((await read()).config).toEqual(config)
    })

    test('is saved by the passkey over that very config, once, and the audit has both values', async () => {
      const { config, version } = await read()
      const next = { ...config, ...attack, name: 'Shop' }
      expect((await check(next)).confirmation?.fields).toEqual(['allowed_domains', 'enforce_wallet_uis'])
      const header = await confirmed({ ...next, allowed_domains: config.allowed_domains })
      expect(outcome(await save(next, version, header))).toEqual(refusal)
      const right = await confirmed(next)
      const saved = await save(next, version, right)
      expect([saved.status, saved.body.config]).toEqual([200, next])
      expect(outcome(await save({ ...next, enforce_wallet_uis: true }, saved.body.version, right))).toEqual(
        refusal,
      )
      expect((await eventsOf('app.edited')).at(-1)?.data).toEqual({
        fields: ['allowed_domains', 'enforce_wallet_uis', 'name'],
        changes: [
          {
            ...{ field: 'allowed_domains', before: config.allowed_domains },
            after: ['https://evil.example'],
          },
          { field: 'enforce_wallet_uis', before: true, after: false },
        ],
      })
      const back = await save(config, saved.body.version, await confirmed(config))
      expect(back.status).toBe(200)
    })

    test('takes no passkey of another manager’s session', async () => {
      const { config, version } = await read()
      const other = await makeOperator(server, 'Otto', '--apps', server.appId, '--role', 'manager')
      const next = { ...config, ...attack }
      const target = (await check(next)).confirmation?.target ?? ''
      const header = await other.confirm({ operation: 'app.edit', app_id: server.appId, target })
      expect(outcome(await save(next, version, header))).toEqual(refusal)
    })
  })

  test('is not saved over what another saved meanwhile, also by two at once', async () => {
    const { config, version } = await read()
    const answers = await Promise.all(['One', 'Two'].map(name => save({ ...config, name }, version)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await save({ ...config, name: 'Three' }, version)
    expect([late.status, late.body.code]).toEqual([409, 'resource_conflict'])
    expect(['One', 'Two']).toContain((await read()).config.name)
  })

  test('is told by its fields what is wrong with it, in words, as the command tells it', async () => {
    const { config, version } = await read()
    const problemsOf = async (change: object) => {
      const body = { config: { ...config, ...change } }
      const { body: told } = await manager.call<{ problems: unknown[] }>(ofApp('/check'), { body })
      const refused = await save(body.config, version)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_data'])
      return told.problems
    }
    expect(await problemsOf({ name: 7, colour: 'red' })).toEqual([
      { field: 'name', reason: 'Invalid input: expected string, received number' },
      { field: 'colour', reason: 'there is no option colour' },
    ])
    expect(await problemsOf({ hold_new_devices: true, added_login_hold_hours: 0 })).toEqual([
      { field: 'added_login_hold_hours', reason: expect.stringContaining('0 holds nothing') },
    ])
    expect((await read()).config).toEqual(config)
  })

  test('keeps what the signer seals: the console names the command', async () => {
    const { config, version, sealed } = await read()
    expect(sealed).toEqual(['custom_jwt_config'])
    const next = {
      ...config,
      custom_jwt_config: {
        jwks_url: 'https://shop.example/jwks.json',
        issuer: 'https://shop.example',
        audience: 'vitrine',
      },
    }
    const { problems } = await check(next)
    expect(problems.map(({ field }) => field)).toEqual(['custom_jwt_config'])
    expect(problems[0]?.reason).toContain(`vitrine -- app edit ${server.appId}`)
    const refused = await save(next, version)
    expect([refused.status, refused.body.code]).toEqual([422, 'not_supported'])
    expect(refused.body.error).toContain('app edit')
    expect((await read()).config).toEqual(config)
  })
})

describe('deliveries', () => {
  let endpoint: string
  let foreign: string
  beforeAll(async () => {
    const { db } = server.database
    const make = async (appId: string) =>
      (await addEndpoint({ db, signer: server.ctx.signer }, appId, 'http://localhost:9', ['user.created'])).id
    endpoint = await make(server.appId)
    foreign = await make(other.id)
    const row = (n: number, of: string, appId: string) => ({
      ...{
        id: `msg_${of}${n}`,
        endpointId: of,
        appId,
        userId: 'user',
        eventId: n,
        type: 'user.created' as const,
      },
      ...{ at: new Date(n), data: {}, expiresAt: new Date(Date.now() + 60_000) },
      ...(n % 3 === 0 && { failedAt: new Date(n), lastStatus: 500, attempts: 9 }),
      ...(n % 3 === 1 && { deliveredAt: new Date(n), lastStatus: 200 }),
      ...(n % 3 === 2 && { nextAt: new Date(n) }),
    })
    await db
      .insert(webhookDeliveries)
      .values([1, 2, 3, 4, 5, 6].flatMap(n => [row(n, endpoint, server.appId), row(n, foreign, other.id)]))
  })

  const list = async (query = '') =>
    (await manager.call<{ deliveries: Delivery[]; next_cursor: string | null }>(ofApp(`/deliveries${query}`)))
      .body

  test('are told by page, newest first, of one status and endpoint', async () => {
    const ids = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id.slice(-1)).join('')
    const first = await list('?limit=4')
    expect(ids(first.deliveries)).toBe('6543')
    const second = await list(`?limit=4&cursor=${first.next_cursor}`)
    expect([ids(second.deliveries), second.next_cursor]).toEqual(['21', null])
    expect(ids((await list('?status=failed')).deliveries)).toBe('63')
    expect(ids((await list('?status=waiting')).deliveries)).toBe('52')
    expect(ids((await list('?status=delivered')).deliveries)).toBe('41')
    expect((await list(`?webhook_id=${foreign}`)).deliveries).toEqual([])
    expect((await manager.call(ofApp('/deliveries?cursor=6'))).status).toBe(400)
    expect((await manager.call(ofApp('/deliveries?limit=0'))).status).toBe(400)
  })

  test('are counted by endpoint, whose secret stays', async () => {
    const { body } = await manager.call<{ webhooks: ConsoleWebhook[] }>(ofApp('/webhooks'))
    expect(body.webhooks).toEqual([
      {
        ...{ id: endpoint, url: 'http://localhost:9', events: ['user.created'], enabled: true },
        ...{ created_at: expect.any(Number), waiting: 2, failed: 2 },
      },
    ])
  })

  test('that failed are sent again, one or all of an endpoint, and none of another app', async () => {
    const again = async (path: string) => {
      const { status, body } = await manager.call(ofApp(path), { body: {} })
      return [status, body.replayed ?? body.code]
    }
    expect(await again(`/deliveries/msg_${foreign}3/replay`)).toEqual([404, 'not_found'])
    expect(await again(`/webhooks/${foreign}/replay`)).toEqual([200, 0])
    expect(await again(`/deliveries/msg_${endpoint}4/replay`)).toEqual([200, 1])
    expect(await again(`/webhooks/${endpoint}/replay`)).toEqual([200, 2])
    expect((await list('?status=failed')).deliveries).toEqual([])
    const rows = await server.database.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, foreign))
    expect(rows.filter(({ failedAt }) => failedAt).length).toBe(2)
    expect((await eventsOf('webhook.replayed')).map(({ data, actor }) => [data, actor])).toEqual([
      [{ target: `msg_${endpoint}4`, count: 1 }, `operator:${manager.id}`],
      [{ target: endpoint, count: 2 }, `operator:${manager.id}`],
    ])
    await server.database.db.delete(webhookEndpoints)
  })
})

describe('the audit', () => {
  const events = async (query = '', operator = manager) =>
    operator.call<{ events: ConsoleAuditEvent[]; next_cursor: string | null }>(`/audit_events${query}`)

  test('is of the operator’s apps, and what is of none is for who has all', async () => {
    const { user } = await logIn(server, 'anna@mail.example')
    const own = (await events()).body.events
    expect(new Set(own.map(({ app_id }) => app_id))).toEqual(new Set([server.appId]))
    expect(own[0]).toMatchObject({ type: 'user.authenticated', user_id: user.id, actor: null })
    expect((await events(`?app_id=${other.id}`)).status).toBe(404)
    const chief = await makeOperator(server, 'Chief', '--all-apps')
    const logins = (await events('?type=operator', chief)).body.events
    expect(logins[0]).toMatchObject({
      ...{ type: 'operator.authenticated', actor: `operator:${chief.id}`, actor_name: 'Chief', app_id: null },
    })
    expect((await events('?type=operator')).body.events).toEqual([])
  })

  test('is filtered and read by page', async () => {
    const types = async (query: string) => (await events(query)).body.events.map(({ type }) => type)
    const edits = Array(4).fill('app.edited')
    expect(await types('?type=app.edited')).toEqual(edits)
    expect(new Set(await types('?type=webhook'))).toEqual(new Set(['webhook.replayed']))
    expect(new Set(await types('?actor=user'))).not.toContain('app.edited')
    expect(await types(`?actor=operator:${manager.id}&type=app`)).toEqual(edits)
    expect((await types('?actor=operator')).length).toBe(6)
    expect(await types(`?until=${Date.now() - 3_600_000}`)).toEqual([])
    expect((await types(`?from=${Date.now() - 3_600_000}&limit=2`)).length).toBe(2)
    const [first, whole] = [(await events('?limit=3')).body, (await events()).body]
    const rest = (await events(`?cursor=${first.next_cursor}`)).body
    expect([...first.events, ...rest.events]).toEqual(whole.events)
    expect((await events('?type=%25')).status).toBe(400)
  })
})

test('health says which parts answer, what waits and when it was swept', async () => {
  await sweepExpired(server.ctx.db)
  const { status, body } = await manager.call<ConsoleHealth>('/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ok: true,
    parts: { api: true, database: true, signer: true, clock: true },
    migrations: { last: expect.stringMatching(/^\d{4}_\w+\.sql$/) },
    waiting: { deliveries: 0, failed_deliveries: 0, oldest_delivery_at: null, notices: 0, transactions: 0 },
  })
  expect(body.migrations.count).toBeGreaterThan(30)
  expect(Math.abs((body.swept_at ?? 0) - Date.now())).toBeLessThan(60_000)
})

test('a command names who and what it cannot do', async () => {
  const refused = (...args: string[]) => command(server, 'operator', ...args).catch(error => error.message)
  expect(await refused('add', 'X', '--apps', 'app_none')).toContain('There is no app app_none')
  expect(await refused('add', 'X', '--all-apps', '--role', 'king')).toContain('there is no "king"')
  expect(await refused('add', 'X')).toContain('Usage')
  expect(await refused('reset', 'operator_none')).toContain('There is no operator operator_none')
  expect(await command(server, 'operator', 'list')).toMatch(
    new RegExp(`^${manager.id} +Mona +passkeys: 1 +${server.appId}: manager$`, 'm'),
  )
})
