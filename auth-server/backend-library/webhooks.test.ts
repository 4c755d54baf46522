import { createHmac, randomUUID } from 'node:crypto'
import { type VitrineExpress, vitrineExpress, type WebhookEvent } from '@vitrine/host-sdk/node'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../commands/run.ts'
import { rateLimits } from '../database/schema.ts'
import { runJobs } from '../jobs/testing/run-jobs.ts'
import { logIn } from '../testing/client.ts'
import { type StartedSite, startSite } from './testing/frameworks.ts'
import { SITE, startWallet, type Wallet } from './testing/site.ts'

/** What the server tells a site, taken by the library. */

let wallet: Wallet
let site: StartedSite
let handlers: VitrineExpress
let secret: string
let events: WebhookEvent[] = []
let work: () => Promise<void> = async () => {}
const app = express()
beforeAll(async () => {
  wallet = await startWallet()
  site = await startSite(app)
  const tools = {
    signer: async () => wallet.server.ctx.signer,
    origin: 'http://localhost:4401',
    readSecret: async () => '',
  }
  const url = `${site.address}/api/vitrine/webhook`
  const command = ['webhook', 'add', wallet.server.appId, '--url', url]
  const printed = await runCommand(wallet.server.database.db, command, tools)
  secret = /whsec_[\w+/=]+/.exec(printed)?.[0] ?? ''
  handlers = vitrineExpress(wallet.backend({ webhookSecret: secret }), {
    cookieSecret: 'a secret that nobody guesses, ever',
    checkEveryS: 600,
    async onWebhook(event) {
      events.push(event)
      await work()
    },
  })
  app.use('/api/vitrine', handlers.routes)
  app.use('/parsed', express.json(), handlers.routes)
  app.get('/', async (request, response) => {
    response.send((await handlers.getUser(request))?.id ?? 'nobody')
  })
  app.use(((error, _request, response, _next) => {
    response.status(500).send(String(error.message))
  }) as express.ErrorRequestHandler)
})
afterAll(async () => {
  await site.stop()
  await wallet.stop()
})
beforeEach(async () => {
  events = []
  work = async () => {}
  wallet.server.clock.now = Date.now()
  await wallet.server.ctx.db.delete(rateLimits)
})

let people = 0
const newLogin = () => logIn(wallet.server, `hook${++people}@mail.example`)
const deliver = () => runJobs(wallet.server.ctx, ['webhooks'])

/** A message as the server signs it. */
function signed(body: string, id = `msg_${randomUUID()}`, key = secret): RequestInit {
  const at = Math.floor(Date.now() / 1000)
  const bytes = Buffer.from(key.slice(6), 'base64')
  const digest = createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${digest}` }
  return { body, headers: { ...headers, 'content-type': 'application/json' } }
}
const message = () =>
  JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { app_id: wallet.server.appId },
  })

test('what happens to users is told, with the user as a page has them', async () => {
  const { user } = await newLogin()
  await deliver()
  expect(events.map(({ type }) => type)).toEqual(['user.created', 'user.authenticated'])
  expect(events[1]).toMatchObject({
    id: expect.stringMatching(/^msg_/),
    timestamp: expect.any(Date),
    data: {
      eventId: expect.any(Number),
      userId: user.id,
      account: { type: 'email' },
      user: { id: user.id, createdAt: expect.any(Date), email: { address: `hook${people}@mail.example` } },
    },
  })
})

test('who is deleted is nobody at once, however long answers are held', async () => {
  const login = await newLogin()
  const answer = await site.post('login', {
    body: JSON.stringify({ code: await wallet.loginCode(login) }),
    headers: { origin: SITE, 'content-type': 'application/json' },
  })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]
  const seen = async () => (await site.get('/', cookie)).text()
  await deliver()
  expect(await seen()).toBe(login.user.id)
  await wallet.backend().users.delete(login.user.id, { wallets: [] })
  expect(await seen()).toBe(login.user.id)
  await deliver()
  expect(events.at(-1)).toMatchObject({ type: 'user.deleted', data: { user: null } })
  const before = wallet.called.length
  expect(await seen()).toBe('nobody')
  // By what the message said: the wallet is not asked.
  expect(wallet.called.length).toBe(before)
})

test('a message whose work failed comes again, and one that came twice is done once', async () => {
  const init = signed(message(), 'msg_again')
  work = () => Promise.reject(new Error('the shop is closed'))
  expect((await site.post('webhook', init)).status).toBe(500)
  work = async () => {}
  expect((await site.post('webhook', init)).status).toBe(204)
  expect((await site.post('webhook', init)).status).toBe(204)
  expect(events).toHaveLength(2)
})

test('while a message is worked on its second delivery is told to come later', async () => {
  const init = signed(message())
  let finish = () => {}
  work = () => new Promise(resolve => (finish = resolve))
  const first = site.post('webhook', init)
  await expect.poll(() => events.length).toBe(1)
  const second = await site.post('webhook', init)
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '10'])
  finish()
  expect((await first).status).toBe(204)
  expect(events).toHaveLength(1)
})

test.each<[string, number, () => RequestInit]>([
  ['that another secret signed', 403, () => signed(message(), 'msg_1', `whsec_${btoa('x'.repeat(32))}`)],
  ['that was changed', 403, () => ({ ...signed(message()), body: `${message()} ` })],
  ['that nobody signed', 403, () => ({ body: message() })],
  ['that is no message', 400, () => signed('hello')],
  ['that is too long', 413, () => signed('a'.repeat(1_048_577))],
])('a message %s is refused', async (_, status, init) => {
  expect((await site.post('webhook', init())).status).toBe(status)
  expect(events).toEqual([])
})

test('a body that a parser had before is told to whoever set it up', async () => {
  const answer = await fetch(`${site.address}/parsed/webhook`, { method: 'POST', ...signed(message()) })
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('raw bytes')
})
