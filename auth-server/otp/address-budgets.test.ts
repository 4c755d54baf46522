import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { askForCode, initCode, logIn, otherCode, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** What an operator sets of codes to one address, and of guesses there. */
let server: TestServer
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  appId = (await server.registerApp({ sms_auth: true })).id
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.ctx.db.delete(rateLimits)
})

const within = (budgets: Partial<TestServer['ctx']['settings']['budgets']>) => {
  const { settings } = server.ctx
  return server.second({ settings: { ...settings, budgets: { ...settings.budgets, ...budgets } } })
}

const CHANNELS = {
  email: { path: '/api/v1/passwordless/init', body: { email: 'ada@mail.example' } },
  sms: { path: '/api/v1/passwordless_sms/init', body: { phoneNumber: '+12025550123' } },
} as const

/** Asks for codes from ever new devices, each in a network of its own or all in one, until one is refused. @returns how many were sent */
async function askAll(
  channel: keyof typeof CHANNELS,
  app: TestServer['app'],
  from?: string,
): Promise<number> {
  const { path, body } = CHANNELS[channel]
  for (let sent = 0; sent < 20; sent++) {
    const options = { app, from: from ?? `198.18.${sent}.1`, headers: { 'vitrine-app-id': appId } }
    const { status } = await initCode(server, await createDevice(), body, options, path)
    if (status === 429) return sent
    expect(status).toBe(200)
  }
  return 20
}

test.each([
  ['email', { addressMails: 4, addressMailsDay: 24 }],
  ['sms', { addressTexts: 4, addressTextsDay: 24 }],
] as const)(
  'strangers may have as many codes sent by %s at once as the operator says',
  async (channel, budgets) => {
    expect(await askAll(channel, within(budgets))).toBe(4)
  },
)

test('one network gets as many as the operator says, once most are used up', async () => {
  expect(await askAll('email', within({ addressMails: 8, networkCodesDay: 1 }), '203.0.113.7')).toBe(7)
  await server.ctx.db.delete(rateLimits)
  expect(await askAll('email', within({ addressMails: 8, networkCodesDay: 8 }), '203.0.113.7')).toBe(8)
})

test('one device gets as many in ten minutes, and a known one in a day, as the operator says', async () => {
  const email = 'grace@mail.example'
  const { device } = await logIn(server, email)
  const ask = (app: TestServer['app']) => initCode(server, device, { email }, { app })
  await server.ctx.db.delete(rateLimits)
  const often = within({ deviceCodes: 2 })
  expect([(await ask(often)).status, (await ask(often)).status, (await ask(often)).status]).toEqual([
    200, 200, 429,
  ])
  await server.ctx.db.delete(rateLimits)
  const daily = within({ knownDeviceMailsDay: 1 })
  expect([(await ask(daily)).status, (await ask(daily)).status]).toEqual([200, 429])
})

test('one device guesses as often in a day as the operator says', async () => {
  const email = 'joan@mail.example'
  const device = await createDevice()
  const app = within({ guessesDay: 2 })
  const code = await askForCode(server, device, email)
  const guess = () => tryCode(server, device, { email, code: otherCode(code) }, { app })
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([422, 422, 429])
})
