import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneTimeCodes, rateLimits } from '../database/schema.ts'
import { askForCode, initCode, logIn, otherCode, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const person = () => `person${++people}@devices.example`

describe('a code of one device', () => {
  test('is worth nothing in the hands of another, and loses no try by it', async () => {
    const email = person()
    const [own, other] = [await createDevice(), await createDevice()]
    const code = await askForCode(server, own, email)
    for (let i = 0; i < 6; i++) {
      expect((await tryCode(server, other, { email, code })).body.code).toBe('invalid_credentials')
    }
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email))
    expect(row?.tries).toBe(0)
    expect((await tryCode(server, own, { email, code })).status).toBe(200)
  })

  test('stays good when another asks for one, and when that one’s tries are used up', async () => {
    const email = person()
    const [own, other] = [await createDevice(), await createDevice()]
    const code = await askForCode(server, own, email)
    const theirs = await askForCode(server, other, email)
    for (let i = 0; i < 6; i++) await tryCode(server, other, { email, code: otherCode(theirs) })
    expect((await tryCode(server, own, { email, code })).status).toBe(200)
  })
})

describe('an address that somebody attacks', () => {
  let networks = 0
  /** Asks and guesses from devices of the attacker's own, in ever new networks, as often as the server lets it. @returns how often */
  async function attack(email: string, most = 1000): Promise<number> {
    for (let sent = 0; ; ) {
      const [device, from] = [await createDevice(), `198.18.${++networks}.1`]
      for (let asked = 0; ; asked++) {
        if (sent === most) return sent
        const { status } = await initCode(server, device, { email }, { from })
        // Not even the first of a device in a network that asked for none before.
        if (status === 429 && asked === 0) return sent
        if (status === 429) break
        sent++
        const code = otherCode(server.mails.at(-1)?.code ?? '')
        await Promise.all(Array.from({ length: 5 }, () => tryCode(server, device, { email, code })))
      }
    }
  }

  test('by thirteen codes and 61 guesses is open to its owner on a new device, in the same network too', async () => {
    const email = person()
    expect(await attack(email, 13)).toBe(13)
    const stranger = await createDevice()
    const last = await askForCode(server, stranger, email)
    await tryCode(server, stranger, { email, code: otherCode(last) })
    expect((await logIn(server, email)).user.id).toBeTruthy()
  })

  test('with all that strangers may ask for is open to its owner on a device that they have logged in on', async () => {
    const email = person()
    const { device } = await logIn(server, email)
    expect(await attack(email)).toBe(25)
    const stranger = await initCode(server, await createDevice(), { email })
    expect(stranger).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const code = await askForCode(server, device, email)
    expect((await tryCode(server, device, { email, code })).status).toBe(200)
  })

  test('by someone who is logged in elsewhere finds no favour: known is a device of the address’s own user', async () => {
    const email = person()
    await logIn(server, email)
    const thief = await logIn(server, person())
    await attack(email)
    expect((await initCode(server, thief.device, { email })).status).toBe(429)
  })

  test('and a known device has a budget, too', async () => {
    const email = person()
    const { device } = await logIn(server, email)
    await askForCode(server, device, email)
    const day = like(rateLimits.key, `email-init-day:${server.appId}:${email}:${device.thumbprint}`)
    await server.ctx.db.update(rateLimits).set({ points: 50 }).where(day)
    expect((await initCode(server, device, { email })).status).toBe(429)
  })
})

test('a proof asks for one code: sent again it is refused, and nothing is mailed', async () => {
  const email = person()
  const device = await createDevice()
  const dpop = await device.prove('POST', 'http://localhost:4401/api/v1/passwordless/init', {
    now: server.clock.now,
  })
  expect((await initCode(server, device, { email }, { headers: { dpop } })).status).toBe(200)
  const sent = server.mails.length
  const again = await initCode(server, device, { email }, { headers: { dpop } })
  expect(again).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  expect(server.mails.length).toBe(sent)
})

test('a code that could not be sent is not stored, and the one before stays good', async () => {
  const email = person()
  const device = await createDevice()
  const code = await askForCode(server, device, email)
  const { mail } = server.carriers
  server.carriers.mail = { ...mail, send: () => Promise.reject(new Error('down')) }
  expect((await initCode(server, device, { email })).status).toBe(503)
  server.carriers.mail = mail
  expect((await tryCode(server, device, { email, code })).status).toBe(200)
})
