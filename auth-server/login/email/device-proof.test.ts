import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneTimeCodes } from '../../database/schema.ts'
import { AUTHENTICATE, askForCode, tryCode } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const person = () => `person${++people}@mail.example`

describe('the device proof', () => {
  test.each([
    ['missing', () => undefined],
    ['for another path', (prove: Prove) => prove({ htu: `${ORIGIN}/api/v1/sessions` })],
    ['for another method', (prove: Prove) => prove({ htm: 'GET' })],
    ['too old', (prove: Prove) => prove({ iat: Math.floor(server.clock.now / 1000) - 301 })],
    ['from the future', (prove: Prove) => prove({ iat: Math.floor(server.clock.now / 1000) + 302 })],
    ['without jti', (prove: Prove) => prove({ jti: undefined })],
    ['with a guessable jti', (prove: Prove) => prove({ jti: '1' })],
    ['with a jti that is no text', (prove: Prove) => prove({ jti: 1 })],
  ])('%s is refused and costs no try', async (_name, make) => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const proof = await make(overrides => device.prove('POST', `${ORIGIN}${AUTHENTICATE}`, { overrides }))
    const headers = { dpop: proof ?? '' }
    const answer = await tryCode(server, device, { email, code }, { wrong: { headers } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email))
    expect(row?.tries).toBe(0)
  })

  test('is worth nothing a second time', async () => {
    const device = await createDevice()
    const [email, other] = [person(), person()]
    const dpop = await device.prove('POST', `${ORIGIN}${AUTHENTICATE}`, { now: server.clock.now })
    const wrong = { headers: { dpop } }
    const code = await askForCode(server, device, email)
    const first = await tryCode(server, device, { email, code }, { wrong })
    const next = await askForCode(server, device, other)
    const second = await tryCode(server, device, { email: other, code: next }, { wrong })
    expect([first.status, second.status]).toEqual([200, 400])
  })
})

type Prove = (overrides: Readonly<Record<string, unknown>>) => Promise<string>
