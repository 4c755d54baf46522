import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CommandError } from '../commands/command.ts'
import { runCommand } from '../commands/run.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { sweepExpired } from '../database/sweep.ts'
import { followedTransactions, webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { MOST_ATTEMPTS } from './deliver.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

/** A site's backend. */
const received: Received[] = []
let answer: { status: number; location?: string; hold?: Promise<void> } = { status: 204 }
const backend = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  received.push({
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    path: request.url ?? '',
  })
  await answer.hold
  response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end()
})

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/hooks`
})
afterAll(async () => {
  await server.stop()
  backend.close()
})
beforeEach(() => {
  received.length = 0
  answer = { status: 204 }
})
afterEach(() => server.database.db.delete(webhookEndpoints))

const tools = {
  signer: async () => server.ctx.signer,
  origin: 'http://localhost:4401',
  readSecret: async () => '',
}
/** As the operator, who owns the tables. */
const operator = (...args: string[]) => runCommand(server.database.db, ['webhook', ...args], tools)

async function add(...more: string[]) {
  const printed = await operator('add', server.appId, '--url', url, ...more)
  return {
    id: /webhook_[0-9a-f]+/.exec(printed)?.[0] ?? '',
    secret: /whsec_[\w+/=]+/.exec(printed)?.[0] ?? '',
  }
}

/** As a backend checks a message by Standard Webhooks 1.0.0, "Verifying webhook authenticity". */
function verify(secret: string, { headers, body }: Received, now: number): Record<string, unknown> {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) throw new Error('too old, or of the future')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isGood = String(headers['webhook-signature'])
    .split(' ')
    .some(signature => {
      const [version, digest = ''] = signature.split(',')
      const given = Buffer.from(digest, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
  if (!isGood) throw new Error('not signed with the secret')
  return JSON.parse(body)
}

let people = 0
const newLogin = () => logIn(server, `person${++people}@mail.example`)
const rows = () => server.database.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.eventId)
const deliver = (ctx = server.ctx) => runJobs(ctx, ['webhooks'])

describe('a message', () => {
  test('is told of each event, signed so that a backend can check it by the standard', async () => {
    const { secret } = await add()
    const { user } = await newLogin()
    await deliver()
    const told = received.map(each => verify(secret, each, server.clock.now))
    expect(told.map(({ type }) => type)).toEqual(['user.created', 'user.authenticated'])
    expect(told[1]).toMatchObject({
      timestamp: new Date(server.clock.now).toISOString(),
      data: {
        app_id: server.appId,
        user_id: user.id,
        user: { id: user.id, linked_accounts: [{ type: 'email', address: `person${people}@mail.example` }] },
        account: { type: 'email', name: 'p•••@mail.example' },
      },
    })
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(await rows()).toMatchObject([
      { attempts: 1, nextAt: null, lastStatus: 204, failedAt: null, deliveredAt: expect.any(Date) },
      {},
    ])
    // Another secret, another body and another time are found out.
    const [first] = received as [Received]
    expect(() => verify('whsec_AAAA', first, server.clock.now)).toThrow('not signed')
    expect(() => verify(secret, { ...first, body: `${first.body} ` }, server.clock.now)).toThrow('not signed')
    expect(() => verify(secret, first, server.clock.now + 301_000)).toThrow('too old')
  })

  test('is of this app and of the chosen events alone', async () => {
    await add('--events', 'user.created')
    const other = await server.registerApp({})
    await operator('add', other.id, '--url', url)
    await newLogin()
    await deliver()
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['user.created'])
  })

  test('is there with its event, or neither is', async () => {
    await add()
    const before = await server.ctx.db.$count(auditEvents)
    await server.database.db.execute(
      sql`alter table webhook_deliveries add constraint broken check (type <> 'user.authenticated') not valid`,
    )
    await expect(newLogin()).rejects.toThrow('login failed')
    await server.database.db.execute(sql`alter table webhook_deliveries drop constraint broken`)
    expect(await server.ctx.db.$count(auditEvents)).toBe(before)
    expect(await rows()).toEqual([])
  })

  test('that was not taken is sent again, the same, later each time, and given up after three days', async () => {
    const { secret } = await add('--events', 'user.created')
    await newLogin()
    answer = { status: 500 }
    const began = server.clock.now
    try {
      const waits: number[] = []
      for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
        await deliver()
        const [row] = await rows()
        expect(row).toMatchObject({ attempts: attempt, lastStatus: 500, deliveredAt: null, failedAt: null })
        const wait = (row?.nextAt?.getTime() ?? 0) - server.clock.now
        waits.push(wait)
        // Not before its time.
        server.clock.now += wait - 1
        await deliver()
        expect(received).toHaveLength(attempt)
        server.clock.now += 1
      }
      waits.forEach((wait, index) => {
        const full = Math.min(30_000 * 3 ** index, 86_400_000)
        expect(wait).toBeGreaterThanOrEqual(0.8 * full - 1)
        expect(wait).toBeLessThanOrEqual(1.2 * full + 1)
      })
      expect(server.clock.now - began).toBeGreaterThan(2 * 86_400_000)
      await deliver()
      expect(await rows()).toMatchObject([{ nextAt: null, failedAt: expect.any(Date), deliveredAt: null }])
      expect(new Set(received.map(({ body }) => body)).size).toBe(1)
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(MOST_ATTEMPTS)
      const last = received.at(-1)
      if (last) verify(secret, last, server.clock.now)
      answer = { status: 204 }
      // The operator's clock is the database's: what is replayed is due at once for both.
      server.clock.now = Date.now() + 1_000
      expect(await operator('list', server.appId)).toMatch(
        /0 waiting {2}1 failed[\s\S]*failed: msg_[0-9a-f]{32}/,
      )
      const [failed] = await rows()
      expect(await operator('replay', failed?.endpointId ?? '')).toContain('1 will be sent again')
      await deliver()
      expect(await rows()).toMatchObject([{ attempts: 1, failedAt: null, deliveredAt: expect.any(Date) }])
      expect(await operator('replay', failed?.endpointId ?? '')).toBe('None has failed.')
      expect(await operator('replay', failed?.id ?? '')).toContain('1 will be sent again')
    } finally {
      server.clock.now = Date.now()
    }
  })

  test('is not sent to where an answer redirects, and is not taken by it', async () => {
    await add('--events', 'user.created')
    answer = { status: 307, location: url.replace('/hooks', '/elsewhere') }
    await newLogin()
    await deliver()
    expect(received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(await rows()).toMatchObject([{ lastStatus: null, deliveredAt: null, nextAt: expect.any(Date) }])
  })

  test('is sent once, and one at a time to an endpoint, by ten processes that look at once', async () => {
    await add('--events', 'user.created')
    for (let i = 0; i < 5; i++) await newLogin()
    let go = () => {}
    answer = { status: 200, hold: new Promise(resolve => (go = resolve)) }
    const working = Array.from({ length: 10 }, () => deliver())
    await expect.poll(() => received.length).toBe(1)
    await deliver()
    expect(received).toHaveLength(1)
    go()
    await Promise.all(working)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
    expect(received).toHaveLength(5)
  })

  test('is swept when its time is over, and so is its event', async () => {
    await add('--events', 'user.created')
    const { user } = await newLogin()
    const over = { expiresAt: sql`now() - interval '1 second'` }
    await server.database.db.update(webhookDeliveries).set(over)
    await server.database.db.update(auditEvents).set(over).where(eq(auditEvents.userId, user.id))
    await server.database.db.insert(followedTransactions).values({
      ...{ appId: server.appId, userId: user.id, chain: 'eip155:1', hash: '0x1', address: '0x2' },
      ...{ nextAt: new Date(), giveUpAt: new Date(), expiresAt: new Date(0) },
    })
    await sweepExpired(server.ctx.db)
    expect(await rows()).toEqual([])
    expect(await server.ctx.db.$count(auditEvents, eq(auditEvents.userId, user.id))).toBe(0)
    expect(await server.ctx.db.$count(followedTransactions)).toBe(0)
  })

  test('to a backend that is not there is tried again', async () => {
    await operator('add', server.appId, '--url', 'http://127.0.0.1:1/hooks', '--events', 'user.created')
    await newLogin()
    await deliver()
    expect(await rows()).toMatchObject([{ attempts: 1, lastStatus: null, nextAt: expect.any(Date) }])
  })
})

test('the guide’s own code takes a message, and refuses one that was changed or is old', async () => {
  const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(guide) ?? []
  const source = `data:text/javascript,${encodeURIComponent(code)}`
  const { readWebhook } = (await import(/* @vite-ignore */ source)) as {
    readWebhook(headers: IncomingHttpHeaders, body: string, secret: string, now?: number): { type: string }
  }
  const { secret } = await add('--events', 'user.created')
  await newLogin()
  await deliver()
  const [{ headers, body }] = received as [Received]
  expect(readWebhook(headers, body, secret).type).toBe('user.created')
  expect(() => readWebhook(headers, `${body} `, secret)).toThrow('not signed')
  expect(() => readWebhook({ ...headers, 'webhook-timestamp': '' }, body, secret)).toThrow()
  expect(() => readWebhook(headers, body, secret, Date.now() + 301_000)).toThrow('too old')
})

describe('the operator', () => {
  test('tests an endpoint with a signed message, and is told what it answered', async () => {
    const { id, secret } = await add()
    expect(await operator('test', id)).toContain('it answered 204')
    const [sent] = received as [Received]
    expect(verify(secret, sent, Date.now())).toMatchObject({ type: 'webhook.test' })
    answer = { status: 404 }
    await expect(operator('test', id)).rejects.toThrow('answered 404')
    expect(await rows()).toEqual([])
  })

  test('sees a secret once; the database has none', async () => {
    const { id, secret } = await add()
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(await operator('list', server.appId)).not.toContain(secret)
    const stored = JSON.stringify(await server.ctx.db.select().from(webhookEndpoints))
    expect(stored).not.toContain(secret.slice(6, 20))
    expect(await operator('remove', id, '--yes')).toContain('is removed')
    expect(await operator('list', server.appId)).toBe('This app has no webhooks.')
  })

  test.each([
    ['http of another machine', ['--url', 'http://shop.example/hooks']],
    ['an address with a password', ['--url', 'https://a:b@shop.example/hooks']],
    ['no web address', ['--url', 'ftp://shop.example']],
    ['a socket', ['--url', 'wss://shop.example']],
    ['an unknown event', ['--url', 'https://shop.example/hooks', '--events', 'wallet.signed']],
  ])('cannot add %s', async (_name, args) => {
    await expect(operator('add', server.appId, ...args)).rejects.toThrow(CommandError)
  })

  test('alone says who is told: the API process’s role cannot add, change or take an endpoint', async () => {
    const { id } = await add()
    const attempts = [
      sql`update webhook_endpoints set url = 'https://evil.example'`,
      sql`delete from webhook_endpoints`,
      sql`insert into webhook_endpoints (id, app_id, url, sealed_secret, events) values ('a', ${server.appId}, '', '', '[]')`,
    ]
    for (const attempt of attempts)
      await expect(server.ctx.db.execute(attempt)).rejects.toMatchObject({ cause: { code: '42501' } })
    const [row] = await server.ctx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    expect(row?.url).toBe(url)
  })
})
