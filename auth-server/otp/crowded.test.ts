import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** What is left for a person on a new device, whose address somebody wants to keep shut. */
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

const hoursPass = (hours: number) =>
  server.ctx.db.update(rateLimits).set({ expiresAt: sql`expires_at - make_interval(hours => ${hours})` })

const CHANNELS = {
  email: { path: '/api/v1/passwordless/init', field: 'email', address: 'ada@mail.example', hours: 1 },
  sms: { path: '/api/v1/passwordless_sms/init', field: 'phoneNumber', address: '+12025550123', hours: 2 },
} as const

/** Asks for a code from a device that nobody knows. @returns whether it was sent, or after how many seconds to come back */
async function ask({ path, field, address }: (typeof CHANNELS)['email' | 'sms'], from: string) {
  const options = { from, headers: { 'vitrine-app-id': appId } }
  const { status, headers } = await initCode(
    server,
    await createDevice(),
    { [field]: address },
    options,
    path,
  )
  return status === 200 ? 'sent' : Number(headers.get('retry-after'))
}
/** As often as it is let. @returns how often it was sent */
async function askAll(channel: (typeof CHANNELS)['email' | 'sms'], from: (i: number) => string) {
  let sent = 0
  for (let i = 0; i < 40; i++) if ((await ask(channel, from(i))) === 'sent') sent++
  return sent
}

test.each([
  ['email', 'an IPv4 address', '203.0.113.7', 20],
  ['email', 'addresses of one /24', null, 20],
  ['email', 'an IPv6 /48', '2001:db8:1:7::1', 20],
  ['sms', 'an IPv4 address', '203.0.113.7', 7],
] as const)('who asks (%s) from %s leaves some for all others', async (name, _what, address, most) => {
  const channel = CHANNELS[name]
  const from = (i: number) => address?.replace(':7:', `:${i}:`) ?? `203.0.113.${i}`
  expect(await askAll(channel, from)).toBe(most)
  // A new device in a network of its own.
  expect(await ask(channel, '198.51.100.1')).toBe('sent')
})

test.each([
  ['email', 9, 26],
  ['sms', 3, 8],
] as const)(
  'a new device (%s) waits for %i networks that want all, until each has had its part',
  async (name, networks, most) => {
    const channel = CHANNELS[name]
    const from = (i: number) => `198.18.${i % networks}.1`
    const wait = channel.hours * 3600
    expect(await askAll(channel, from)).toBe(most)
    expect(await ask(channel, '198.51.100.1')).toBe(wait)
    await hoursPass(channel.hours)
    // They come first: one of them has had but two.
    expect(await askAll(channel, from)).toBe(1)
    expect(await ask(channel, '198.51.100.1')).toBe(wait)
    await hoursPass(channel.hours)
    expect(await askAll(channel, from)).toBe(0)
    expect(await ask(channel, '198.51.100.1')).toBe('sent')
  },
)

test('in any 24 hours an address gets fifty mails at the most, whoever asks', async () => {
  let sent = 0
  let networks = 0
  const askFromAll = async () => {
    while ((await ask(CHANNELS.email, `198.18.${++networks % 250}.${1 + (networks % 200)}`)) === 'sent')
      sent++
  }
  await askFromAll()
  for (let hour = 0; hour < 24; hour++) {
    await hoursPass(1)
    await askFromAll()
  }
  expect(sent).toBe(50)
})
