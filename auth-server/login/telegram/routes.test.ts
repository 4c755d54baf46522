import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../database/schema.ts'
import { authenticate, begin, link } from '../../oauth-flow/testing/flow.ts'
import { call, callAs, logIn } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createBot } from '../../testing/telegram.ts'

const bot = createBot()
const ADA = { id: 7_000_000_001, first_name: 'Ada', last_name: 'L.', username: 'ada' }
let server: TestServer
let appId: string

const appWith = async (own: object = {}) => {
  const telegram_auth_config = {
    ...{
      bot_id: bot.settings.client_id,
      bot_name: 'shop_bot',
      link_enabled: true,
      seamless_auth_enabled: true,
    },
    ...own,
  }
  const { id } = await server.registerApp({ telegram_auth: true, telegram_auth_config })
  await server.setClient(id, 'telegram', { settings: bot.settings, secret: bot.token })
  return id
}
beforeAll(async () => {
  server = await startTestServer()
  appId = await appWith()
})
afterAll(() => server.stop())

const at = (id = appId) => ({ ...server, appId: id })
/** Each a second apart: two of one second are one. */
let second = 0
const now = () => Math.floor(server.clock.now / 1000) - second++
const seal = (state: string, raw: string) =>
  sealAnswer(server.signerKeys.recipient, state, { code: raw, iss: null })

async function enter(raw: string, id = appId, device?: Awaited<ReturnType<typeof createDevice>>) {
  const used = device ?? (await createDevice())
  const flow = await begin(at(id), used, 'telegram')
  return authenticate(at(id), used, flow, await seal(flow.state, raw))
}
async function linked(as: Awaited<ReturnType<typeof logIn>>, raw: string, id = appId) {
  const flow = await begin(at(id), as.device, 'telegram', { as })
  if (flow.init.status !== 200) return flow.init
  return link(at(id), as, flow, await seal(flow.state, raw))
}

const account = {
  type: 'telegram',
  telegram_user_id: '7000000001',
  first_name: 'Ada',
  last_name: 'L.',
  username: 'ada',
}

test('what its page says makes a user, whom a Mini App of the same bot finds again with new names', async () => {
  const first = await enter(bot.says(ADA, now()))
  expect(first).toMatchObject({
    status: 200,
    body: { is_new_user: true, user: { linked_accounts: [account] } },
  })
  const again = await enter(bot.launches({ ...ADA, username: 'lovelace' }, now(), { by: 'key' }))
  expect(again.body).toMatchObject({
    is_new_user: false,
    user: { id: first.body.user.id, linked_accounts: [{ ...account, username: 'lovelace' }] },
  })
})

test('each is good for one login: of 20 at once in flows of their own, and by whichever device later', async () => {
  for (const raw of [bot.says(ADA, now()), bot.launches(ADA, now())]) {
    const devices = await Promise.all(Array.from({ length: 20 }, () => createDevice()))
    const answers = await Promise.all(devices.map(device => enter(raw, appId, device)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
    expect(await enter(raw)).toMatchObject({ status: 400, body: { code: 'oauth_state_mismatch' } })
    // In an app with the same bot too.
    expect((await enter(raw, await appWith())).status).toBe(400)
  }
})

test('a login of another device’s flow, a forged one and an old one open nothing', async () => {
  const [own, other] = [await createDevice(), await createDevice()]
  const flow = await begin(at(), own, 'telegram')
  const answer = await seal(flow.state, bot.says(ADA, now()))
  expect((await authenticate(at(), other, flow, answer)).body.code).toBe('oauth_state_mismatch')
  const another = await begin(at(), other, 'telegram')
  expect((await authenticate(at(), other, another, answer)).status).toBe(403)
  expect((await authenticate(at(), own, flow, answer)).status).toBe(200)
  const forged = await enter(bot.says(ADA, now(), { id: 1 }))
  expect(forged).toMatchObject({ status: 502, body: { code: 'oauth_unexpected' } })
  expect(await enter(createBot().says(ADA, now()))).toMatchObject({ status: 502 })
  expect((await enter(bot.says(ADA, now() - 700))).body.code).toBe('oauth_state_mismatch')
  expect(await server.ctx.db.$count(sessions, eq(sessions.thumbprint, other.thumbprint))).toBe(0)
})

test('it is for apps that have it on and their bot set up', async () => {
  const off = { status: 403, body: { code: 'disallowed_login_method' } }
  const device = await createDevice()
  const { id: without } = await server.registerApp({ telegram_auth: true })
  expect((await begin(at(without), device, 'telegram')).init).toMatchObject(off)
  const { id } = await server.registerApp({})
  expect((await begin(at(id), device, 'telegram')).init).toMatchObject(off)
})

test('what was begun goes on in no window once it is turned off', async () => {
  const id = await appWith()
  const flow = await begin(at(id), await createDevice(), 'telegram')
  const ask = async (what: string) =>
    (await call(at(id), `/api/v1/oauth_flows/${what}`, { body: { flow_id: flow.flowId } })).status
  expect([await ask('start'), await ask('status')]).toEqual([200, 200])
  await server.database.db.execute(sql`update apps set config = config - 'telegram_auth' where id = ${id}`)
  expect([await ask('start'), await ask('status')]).toEqual([403, 403])
})

test('a Mini App logs in where the operator lets it; its page does everywhere', async () => {
  const id = await appWith({ seamless_auth_enabled: false })
  expect(await enter(bot.launches(ADA, now()), id)).toMatchObject({
    status: 403,
    body: { code: 'disallowed_login_method' },
  })
  expect((await enter(bot.says(ADA, now()), id)).status).toBe(200)
})

test('links a further way in, which unlink takes away by its id', async () => {
  const id = await appWith()
  const ada = await logIn(at(id), 'ada@mail.example')
  expect(await linked(ada, bot.launches(ADA, now()), id)).toMatchObject({ status: 502 })
  expect(await linked(ada, bot.says(ADA, now()), id)).toMatchObject({
    status: 200,
    body: { linked_accounts: expect.arrayContaining([expect.objectContaining(account)]) },
  })
  expect((await enter(bot.says(ADA, now()), id)).body.user.id).toBe(ada.user.id)
  const unlink = (telegram_user_id: string) =>
    callAs(at(id), ada, '/api/v1/telegram/unlink', { body: { telegram_user_id } })
  expect((await unlink('1')).body.code).toBe('linked_account_not_found')
  expect((await unlink('7000000001')).status).toBe(200)
})

test('is not added where the operator lets nobody add it, also to a flow that began before', async () => {
  const off = { status: 403, body: { code: 'disallowed_login_method' } }
  const id = await appWith({ link_enabled: false })
  const ada = await logIn(at(id), 'ada@mail.example')
  expect((await begin(at(id), ada.device, 'telegram', { as: ada })).init).toMatchObject(off)
  const login = await begin(at(id), ada.device, 'telegram')
  expect(await link(at(id), ada, login, await seal(login.state, bot.says(ADA, now())))).toMatchObject(off)
})
