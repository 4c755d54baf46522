import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import { followedTransactions, webhookDeliveries } from '../database/webhook-tables.ts'
import { createSmtpSender } from '../mailer/process/smtp.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addEndpoint } from '../webhooks/endpoints.ts'
import { type Jobs, openJobs } from './work.ts'

/** More than the workers of a process. */
const MANY = 12
const BOUND_MS = 5_000

let server: TestServer
/** The app that misuses the server, and another one. */
let appA: string
let appB: string
let jobs: Jobs | undefined
const closing: (() => unknown)[] = []

beforeAll(async () => {
  server = await startTestServer()
  appA = server.appId
  appB = (await server.registerApp({})).id
})
afterEach(async () => {
  // The listeners first: what hangs at them ends.
  for (const close of closing.splice(0)) await close()
  await jobs?.stop()
  jobs = undefined
  await server.database.db.execute(
    sql`truncate job, webhook_deliveries, webhook_endpoints, followed_transactions, account_notices`,
  )
})
afterAll(() => server.stop())

async function work(changes: Partial<Context> = {}): Promise<void> {
  // The test's clock stands still, and the workers go on by the database's.
  const ctx = { ...server.ctx, ...changes, now: Date.now }
  jobs = await openJobs(ctx.db)
  jobs.start(ctx)
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const listener: Server = createServer(answer)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  closing.push(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

/** Takes connections and never answers. */
async function listenAndHang(): Promise<{ readonly url: string; readonly open: ReadonlySet<Socket> }> {
  const open = new Set<Socket>()
  const listener = createTcpServer(socket => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  closing.push(() => {
    for (const socket of open) socket.destroy()
    listener.close()
  })
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, open }
}

/** An endpoint with messages that wait. @returns its id */
async function endpointOf(appId: string, url: string, messages: number): Promise<string> {
  const { signer } = server.ctx
  const { id } = await addEndpoint({ db: server.database.db as never, signer }, appId, url, ['user.created'])
  await server.database.db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, app_id, user_id, event_id, type, at, data, body, next_at, expires_at)
    select ${id} || '_' || n, ${id}, ${appId}, 'user', n, 'user.created', now(), '{}', '{}', now(), now() + interval '1 day'
    from generate_series(1, ${messages}::int) as n`)
  return id
}

/** How long it takes until something is so, which may take `BOUND_MS`. */
async function expectSoon(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: BOUND_MS, interval: 50 })
}

const isDelivered = async (endpointId: string): Promise<boolean> => {
  const rows = await server.ctx.db
    .select({ deliveredAt: webhookDeliveries.deliveredAt })
    .from(webhookDeliveries)
    .where(sql`endpoint_id = ${endpointId}`)
  return rows.length > 0 && rows.every(row => row.deliveredAt !== null)
}

test('a hanging endpoint with many messages holds up no message of another app', async () => {
  const hanging = await listenAndHang()
  const healthy = await listen((_, response) => response.writeHead(204).end())
  await endpointOf(appA, hanging.url, 100)
  const second = await endpointOf(appA, healthy, 1)
  const other = await endpointOf(appB, healthy, 1)
  await work()
  await expectSoon(() => isDelivered(other))
  // Nor of another endpoint of the same app: an endpoint has one worker at most.
  await expectSoon(() => isDelivered(second))
  expect(hanging.open.size).toBe(1)
})

test('hanging endpoints of one app, more than there are workers, hold up no message of another app', async () => {
  const hanging = await listenAndHang()
  const healthy = await listen((_, response) => response.writeHead(204).end())
  for (let i = 0; i < MANY; i++) await endpointOf(appA, `${hanging.url}/${i}`, 20)
  await work()
  await vi.waitFor(() => expect(hanging.open.size).toBeGreaterThan(1), { timeout: BOUND_MS })
  const other = await endpointOf(appB, healthy, 1)
  await expectSoon(() => isDelivered(other))
  expect(hanging.open.size).toBeGreaterThan(1)
})

test('ten thousand messages of one app to endpoints that answer starve no other app', async () => {
  const healthy = await listen((_, response) => setTimeout(() => response.writeHead(204).end(), 100))
  for (let i = 0; i < MANY; i++) await endpointOf(appA, `${healthy}/${i}`, Math.ceil(10_000 / MANY))
  await work()
  await vi.waitFor(
    async () =>
      expect(await server.ctx.db.$count(webhookDeliveries, sql`delivered_at is not null`)).toBeGreaterThan(3),
    { timeout: BOUND_MS },
  )
  const other = await endpointOf(appB, healthy, 1)
  await expectSoon(() => isDelivered(other))
})

async function useNode(appId: string, rpcUrls: (chainId: number) => string): Promise<void> {
  const app = await findApp(server.ctx.db, appId)
  if (!app) throw new Error('no app')
  await replaceConfig(server.ctx.db, appId, {
    ...app.config,
    chains: Array.from({ length: MANY }, (_, index) => ({
      ...{ id: 1000 + index, name: 'Test', testnet: true },
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpc_urls: [rpcUrls(index)],
    })),
  })
}

const follow = (appId: string, userId: string, chains: number) =>
  server.database.db.insert(followedTransactions).values(
    Array.from({ length: chains }, (_, index) => ({
      ...{ appId, userId, chain: `eip155:${1000 + index}`, hash: '0x1', address: `0x${'2'.repeat(40)}` },
      nextAt: new Date(),
      giveUpAt: new Date(Date.now() + 600_000),
      expiresAt: new Date(Date.now() + 600_000),
    })),
  )

test('hanging nodes of one app hold up no transaction of another app', async () => {
  const hanging = await listenAndHang()
  const node = await listen((_, response) => {
    const result = { status: '0x1', from: `0x${'3'.repeat(40)}` }
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await useNode(appA, () => hanging.url)
  await useNode(appB, () => node)
  const { user } = await logIn(server, 'ada@mail.example')
  await follow(appA, user.id, MANY)
  await work()
  await vi.waitFor(() => expect(hanging.open.size).toBeGreaterThan(1), { timeout: BOUND_MS })
  const [other] = (
    await server.database.db.execute<{ id: string }>(
      sql`insert into users (id, app_id) values ('did:privy:other', ${appB}) returning id`,
    )
  ).rows
  await follow(appB, other?.id ?? '', 1)
  // The node says that somebody else sent it, which ends the following.
  await expectSoon(
    async () => (await server.ctx.db.$count(followedTransactions, sql`app_id = ${appB}`)) === 0,
  )
})

/** A notice to an address, of a change of a user of the app. */
async function notify(appId: string, address: string, count: number): Promise<void> {
  await server.database.db.execute(
    sql`insert into users (id, app_id) values (${address}, ${appId}) on conflict do nothing`,
  )
  await server.database.db.insert(accountChanges).values({
    ...{ id: address, appId, userId: address, kind: 'device', thumbprint: '' },
    expiresAt: new Date(Date.now() + 600_000),
  })
  await server.database.db.insert(accountNotices).values(
    Array.from({ length: count }, (_, index) => ({
      ...({ id: `${address} ${index}`, changeId: address, channel: 'email', address } as const),
      ...{ language: 'en', canUndo: false, nextTryAt: new Date() },
      expiresAt: new Date(Date.now() + 600_000),
    })),
  )
}

test('a mail server that hangs for one app holds up no notice of another app', async () => {
  let hung = 0
  const taken: string[] = []
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@hangs.example')) {
        hung++
        return
      }
      taken.push(address)
      done()
    },
    onData(stream, _session, done) {
      stream.resume().on('end', done)
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const sender = createSmtpSender(`smtp://127.0.0.1:${port}`, 'no-reply@wallet.example')
  closing.push(
    () => sender.close(),
    () => smtp.close(),
  )
  const send: Context['mail']['send'] = mail => sender.send(mail as Parameters<typeof sender.send>[0])
  await notify(appA, 'ada@hangs.example', MANY)
  await work({ mail: { send } })
  await vi.waitFor(() => expect(hung).toBeGreaterThan(1), { timeout: BOUND_MS })
  await notify(appB, 'bob@mail.example', 1)
  await expectSoon(() => taken.includes('bob@mail.example'))
})
