import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../commands/run.ts'
import { accountNotices } from '../database/change-tables.ts'
import { openQueue } from '../database/queue.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { gaugesOf } from '../health/gauges.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addEndpoint } from '../webhooks/endpoints.ts'
import { runJobs } from './testing/run-jobs.ts'

let server: TestServer
let status = 204
let received = 0
const backend = createServer((_, response) => {
  received++
  response.writeHead(status).end()
})
beforeAll(async () => {
  server = await startTestServer()
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
})
afterEach(async () => {
  await server.database.db.execute(sql`truncate job, webhook_deliveries, webhook_endpoints, account_notices`)
  server.clock.now = Date.now()
  status = 204
  received = 0
})
afterAll(async () => {
  await server.stop()
  backend.close()
})

/** A message that is due. @returns its id */
async function message(): Promise<string> {
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  const { signer } = server.ctx
  const { id } = await addEndpoint({ db: server.database.db, signer }, server.appId, url, ['user.created'])
  await insertMessage(server.ctx.db, id)
  return id
}

const insertMessage = (db: { execute: TestServer['ctx']['db']['execute'] }, endpointId: string) =>
  db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, app_id, user_id, event_id, type, at, data, next_at, expires_at)
    values ('msg_' || ${endpointId}::text, ${endpointId}, ${server.appId}, 'user', 1, 'user.created', now(), '{}', now(),
      now() + interval '30 days')`)

const operator = (...args: string[]) => runCommand(server.database.db, ['job', ...args])
const row = async () => (await server.ctx.db.select().from(webhookDeliveries))[0]
const gauge = (name: string) =>
  gaugesOf(server.ctx.db)
    .find(it => it.name === name)
    ?.read()

/** Lets every wait of a job pass, until it is given up. */
async function giveUp(queue: 'webhooks' | 'notices', tries: number, ctx = server.ctx): Promise<void> {
  for (let n = 0; n < tries; n++) {
    await runJobs(ctx, [queue])
    server.clock.now += 30 * 3_600_000
  }
}

test('a job is added with its row, or neither is', async () => {
  const id = await message()
  await server.database.db.delete(webhookDeliveries)
  await server.database.db.execute(sql`truncate job`)
  const failing = server.ctx.db.transaction(async tx => {
    await insertMessage(tx, id)
    throw new Error('breaks off')
  })
  await expect(failing).rejects.toThrow('breaks off')
  expect(await gauge('vitrine_jobs_waiting')).toMatchObject({ webhooks: 0 })
  await insertMessage(server.ctx.db, id)
  expect(await gauge('vitrine_jobs_waiting')).toMatchObject({ webhooks: 1 })
})

test('a job of a process that died is run again, late, and counted as a try', async () => {
  await message()
  const boss = await openQueue(server.ctx.db, { supervises: false })
  try {
    expect(await boss.fetch('webhooks')).toHaveLength(1)
    expect(await gauge('vitrine_jobs_running')).toMatchObject({ webhooks: 1 })
    await runJobs(server.ctx, ['webhooks'])
    expect(received).toBe(0)
    await server.ctx.db.execute(sql`update job set started_on = started_on - interval '121 seconds'`)
    await boss.supervise('webhooks')
  } finally {
    await boss.stop({ graceful: false })
  }
  await runJobs(server.ctx, ['webhooks'])
  expect(received).toBe(0)
  server.clock.now = Date.now() + 40_000
  await runJobs(server.ctx, ['webhooks'])
  expect(received).toBe(1)
  expect(await row()).toMatchObject({ nextAt: null, deliveredAt: expect.any(Date) })
})

test('a message waits while its endpoint is disabled, and is sent once it is enabled', async () => {
  await message()
  await server.database.db.update(webhookEndpoints).set({ enabled: false })
  await runJobs(server.ctx, ['webhooks'])
  expect(await row()).toMatchObject({ attempts: 0, nextAt: expect.any(Date) })
  await server.database.db.update(webhookEndpoints).set({ enabled: true })
  await runJobs(server.ctx, ['webhooks'])
  expect(received).toBe(1)
})

test('a webhook that was given up is a dead letter, which the operator sees and retries', async () => {
  const id = await message()
  status = 500
  await giveUp('webhooks', 11)
  expect(received).toBe(11)
  expect(await gauge('vitrine_jobs_dead')).toEqual({ webhooks: 1, transactions: 0, notices: 0 })
  const listed = await operator('list')
  expect(listed).toContain(`msg_${id}`)
  const [job = ''] = listed.split(' ')
  status = 204
  server.clock.now = Date.now() + 1_000
  expect(await operator('retry', job)).toBe('1 will be tried again, within seconds.')
  await runJobs(server.ctx, ['webhooks'])
  expect(await row()).toMatchObject({ attempts: 1, failedAt: null, deliveredAt: expect.any(Date) })
  expect(await operator('list')).toBe('No job was given up.')
  await expect(operator('retry', job)).rejects.toThrow('There is no job')
})

test('a message that is replayed while it waits is sent once', async () => {
  const id = await message()
  await server.ctx.db.update(webhookDeliveries).set({ nextAt: new Date(Date.now() - 60_000) })
  await runJobs(server.ctx, ['webhooks'])
  await runCommand(server.database.db, ['webhook', 'replay', `msg_${id}`])
  await server.ctx.db.update(webhookDeliveries).set({ nextAt: new Date(Date.now() - 1_000) })
  received = 0
  server.clock.now = Date.now() + 1_000
  await runJobs(server.ctx, ['webhooks'])
  expect(received).toBe(1)
})

test('a message that is replayed is no dead letter any more', async () => {
  const id = await message()
  status = 500
  await giveUp('webhooks', 11)
  await runCommand(server.database.db, ['webhook', 'replay', id])
  expect(await gauge('vitrine_jobs_dead')).toMatchObject({ webhooks: 0 })
})

test('a dead letter whose row is gone is taken away', async () => {
  await message()
  status = 500
  await giveUp('webhooks', 11)
  await server.database.db.delete(webhookEndpoints)
  expect(await operator('retry', 'all')).toBe(
    '0 will be tried again, within seconds. Of 1 the row is deleted.',
  )
  expect(await operator('list')).toBe('No job was given up.')
})

test('a notice that was given up is a dead letter, and is sent when it is retried', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await server.database.db.execute(
    sql`insert into users (id, app_id) values ('user', ${server.appId}) on conflict do nothing`,
  )
  await server.database.db.execute(sql`
    insert into account_changes (id, app_id, user_id, kind, thumbprint, expires_at)
    values ('change', ${server.appId}, 'user', 'device', '', now() + interval '90 days')`)
  await server.database.db.insert(accountNotices).values({
    ...{ id: 'notice', changeId: 'change', channel: 'email', address: 'ada@mail.example', language: 'en' },
    ...{ canUndo: false, nextTryAt: new Date(), expiresAt: new Date(Date.now() + 90 * 86_400_000) },
  })
  const away = { ...server.ctx, mail: { send: () => Promise.reject(new Error('away')) } }
  await giveUp('notices', 7, away)
  log.mockRestore()
  const notice = async () =>
    (await server.ctx.db.select().from(accountNotices).where(eq(accountNotices.id, 'notice')))[0]
  expect(await notice()).toMatchObject({ tries: 7, nextTryAt: null, sentAt: null })
  expect(await gauge('vitrine_jobs_dead')).toMatchObject({ notices: 1 })
  server.clock.now = Date.now() + 1_000
  expect(await operator('retry', 'all')).toBe('1 will be tried again, within seconds.')
  await runJobs(server.ctx, ['notices'])
  expect(await notice()).toMatchObject({ tries: 1, nextTryAt: null, sentAt: expect.any(Date) })
  expect(server.notices.map(({ to }) => to)).toContain('ada@mail.example')
})
