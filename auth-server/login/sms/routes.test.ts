import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../commands/run.ts'
import { accounts, loginCodes, rateLimits } from '../../database/schema.ts'
import { type Answer, askForCode, type CallOptions, call, callAs, otherCode } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { guessInRounds, SIXTY_OF_65 } from '../../testing/guess.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let app: { readonly id: string }
beforeAll(async () => {
  server = await startTestServer()
  app = await server.registerApp({ sms_auth: true, whatsapp_enabled: true })
})
afterAll(() => server.stop())

const PATH = '/api/v1/passwordless_sms'
let numbers = 0
/** E.164 of a number that nobody has: the 555-01xx of another area each hundred. */
const number = () => {
  const area = [202, 212, 213, 215, 303, 305, 312, 404, 415, 512][Math.floor(numbers / 100)]
  return `+1${area}555${String(100 + (numbers++ % 100)).padStart(4, '0')}`
}

const post = (path: string, { headers, ...options }: CallOptions) =>
  call(server, `${PATH}${path}`, { headers: { 'vitrine-app-id': app.id, ...headers }, ...options })

async function askFor(phoneNumber: string, options: CallOptions = {}): Promise<string> {
  const before = server.messages.length
  const answer = await post('/init', { body: { phoneNumber }, ...options })
  const code = server.messages.slice(before).at(-1)?.code
  if (answer.status !== 200 || code === undefined) throw new Error(`init answered ${answer.status}`)
  return code
}

async function tryCode(
  device: Device,
  body: { readonly phoneNumber: string; readonly code: string; readonly mode?: string },
  options: CallOptions = {},
): Promise<Answer<AuthenticatedUser & { code: string; error: string }>> {
  const dpop = await device.prove('POST', `${ORIGIN}${PATH}/authenticate`, { now: server.clock.now })
  const { headers, ...rest } = options
  return call(server, `${PATH}/authenticate`, {
    body,
    headers: { 'vitrine-app-id': app.id, dpop, ...headers },
    ...rest,
  })
}

async function logIn(phoneNumber: string) {
  const device = await createDevice()
  const { body } = await tryCode(device, { phoneNumber, code: await askFor(phoneNumber) })
  if (!body.token) throw new Error(body.error)
  return { device, token: body.token, user: body.user }
}

describe('asking for a code', () => {
  test('texts six digits to the number in E.164, and stores only a digest', async () => {
    const code = await askFor(' (202) 555-0198 ')
    expect(server.messages.at(-1)).toMatchObject({ to: '+12025550198', channel: 'sms' })
    expect(server.messages.at(-1)?.text).toContain(code)
    const [row] = await server.ctx.db.select().from(loginCodes).where(eq(loginCodes.address, '+12025550198'))
    expect(row).toMatchObject({ channel: 'sms', test: false })
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('answers a known and an unknown number alike', async () => {
    const known = number()
    await logIn(known)
    const answers = await Promise.all(
      [known, number()].map(phoneNumber => post('/init', { body: { phoneNumber } })),
    )
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    }
  })

  test.each([
    ['no number', {}],
    ['too short a number', { phoneNumber: '12345' }],
    ['a premium line', { phoneNumber: '+1 900 555 0123' }],
    ['two numbers', { phoneNumber: '+12025550123,+12025550124' }],
    ['another channel', { phoneNumber: '+12025550123', channel: 'fax' }],
  ])('refuses %s and sends nothing', async (_name, body) => {
    const sent = server.messages.length
    expect(await post('/init', { body })).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(server.messages.length).toBe(sent)
  })

  test('goes by WhatsApp when asked, where the site has it', async () => {
    const phoneNumber = number()
    await askFor(phoneNumber, { body: { phoneNumber, channel: 'whatsapp' } })
    expect(server.messages.at(-1)?.channel).toBe('whatsapp')
    const without = await server.registerApp({ sms_auth: true })
    const refused = await post('/init', {
      body: { phoneNumber, channel: 'whatsapp' },
      headers: { 'vitrine-app-id': without.id },
    })
    expect(refused).toMatchObject({ status: 403, body: { code: 'disallowed_login_method' } })
  })

  test('is off unless the operator turned it on', async () => {
    for (const path of ['/init', '/authenticate', '/link', '/update']) {
      const phoneNumber = number()
      const both = { old_phone_number: phoneNumber, new_phone_number: phoneNumber }
      const answer = await post(path, {
        body: { phoneNumber, ...both, code: '000000' },
        headers: { 'vitrine-app-id': server.appId },
      })
      expect(answer).toMatchObject({ status: 403, body: { code: 'disallowed_login_method' } })
    }
  })

  test('sends a number five messages in ten minutes, however it is written and through whichever process', async () => {
    const second = server.second()
    const spellings = ['+12135550177', '213-555-0177', '(213) 555 0177', '12135550177', '+1 213 5550177']
    for (const [i, phoneNumber] of spellings.entries()) {
      await askFor(phoneNumber, i % 2 ? { app: second } : {})
    }
    const answer = await post('/init', { body: { phoneNumber: '+12135550177' }, app: second })
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })
})

test('a number takes twenty messages a day, through whichever process', async () => {
  const phoneNumber = number()
  await askFor(phoneNumber)
  const day = eq(rateLimits.key, `sms-init-day:${app.id}:${phoneNumber}`)
  await server.ctx.db.update(rateLimits).set({ points: 19 }).where(day)
  await askFor(phoneNumber, { body: { phoneNumber }, app: server.second() })
  const sent = server.messages.length
  const refused = await post('/init', { body: { phoneNumber } })
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBe(24 * 60 * 60)
  expect(server.messages.length).toBe(sent)
  await server.ctx.db
    .update(rateLimits)
    .set({ expiresAt: new Date(server.clock.now) })
    .where(day)
  await askFor(phoneNumber)
})

describe('logging in', () => {
  test('opens a session; the account shows the number as people write it', async () => {
    const device = await createDevice()
    const code = await askFor('2125550188')
    const { status, body } = await tryCode(device, { phoneNumber: '+12125550188', code })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      is_new_user: true,
      user: { is_guest: false, linked_accounts: [{ type: 'phone', phoneNumber: '+1 212 555 0188' }] },
    })
    expect((await logIn('(212) 555-0188')).user.id).toBe(body.user.id)
  })

  test('of two parallel uses of one code, at two processes, one opens a session', async () => {
    const phoneNumber = number()
    const code = await askFor(phoneNumber)
    const devices = await Promise.all([createDevice(), createDevice()])
    const answers = await Promise.all([
      tryCode(devices[0], { phoneNumber, code }),
      tryCode(devices[1], { phoneNumber, code }, { app: server.second() }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('guesses at two processes share five tries', async () => {
    const phoneNumber = number()
    const code = await askFor(phoneNumber)
    const device = await createDevice()
    const second = server.second()
    for (let i = 0; i < 5; i++) {
      await tryCode(device, { phoneNumber, code: otherCode(code) }, i % 2 ? { app: second } : {})
    }
    expect(await tryCode(device, { phoneNumber, code })).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials', error: expect.stringContaining('Ask for a new one') },
    })
    const [row] = await server.ctx.db.select().from(loginCodes).where(eq(loginCodes.address, phoneNumber))
    expect(row?.tries).toBe(5)
  })

  test('sixty guesses a day, through whichever process', async () => {
    const phoneNumber = number()
    const device = await createDevice()
    const second = server.second()
    const guess = (code: string, index: number) =>
      tryCode(device, { phoneNumber, code }, index % 2 ? { app: second } : {})
    expect(await guessInRounds(server, () => askFor(phoneNumber), guess)).toEqual(SIXTY_OF_65)
  })

  test('a code expires after ten minutes, and takes no more tries', async () => {
    const phoneNumber = number()
    const code = await askFor(phoneNumber)
    const device = await createDevice()
    const started = server.clock.now
    try {
      server.clock.now = started + 10 * 60_000
      expect(await tryCode(device, { phoneNumber, code })).toMatchObject({
        status: 422,
        body: { code: 'invalid_credentials', error: expect.stringContaining('Ask for a new one') },
      })
    } finally {
      server.clock.now = started
    }
    const [row] = await server.ctx.db.select().from(loginCodes).where(eq(loginCodes.address, phoneNumber))
    expect(row?.tries).toBe(0)
    expect((await tryCode(device, { phoneNumber, code })).status).toBe(200)
  })

  test('a code for an address of the other channel is worth nothing', async () => {
    const phoneNumber = number()
    const mailed = await askForCode(server, 'sms@mail.example', { headers: { 'vitrine-app-id': app.id } })
    expect((await tryCode(await createDevice(), { phoneNumber, code: mailed })).body.code).toBe(
      'invalid_credentials',
    )
  })

  test('without sign-up an unknown number is told so, after its code was proven', async () => {
    const phoneNumber = number()
    const code = await askFor(phoneNumber)
    const answer = await tryCode(await createDevice(), { phoneNumber, code, mode: 'no-signup' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'user_does_not_exist' } })
  })
})

describe('accounts', () => {
  const headers = () => ({ 'vitrine-app-id': app.id })

  test('a number is linked to a user, changed, and unlinked', async () => {
    const person = await logIn(number())
    await server.ctx.db
      .update(accounts)
      .set({ type: 'email', subject: 'linked@mail.example' })
      .where(eq(accounts.userId, person.user.id))
    const [first, second] = ['+447911123456', '+33612345678']
    const phone = (phoneNumber: string) => expect.objectContaining({ type: 'phone', phoneNumber })

    const linked = await callAs(server, person, `${PATH}/link`, {
      body: { phoneNumber: first, code: await askFor(first) },
      headers: headers(),
    })
    expect(linked).toMatchObject({ status: 200, body: { id: person.user.id } })
    expect(linked.body.linked_accounts).toContainEqual(phone('+44 7911 123456'))

    const updated = await callAs(server, person, `${PATH}/update`, {
      body: { old_phone_number: '+44 7911 123456', new_phone_number: second, code: await askFor(second) },
      headers: headers(),
    })
    expect(updated.body.linked_accounts).toContainEqual(phone('+33 6 12 34 56 78'))
    expect(updated.body.linked_accounts).not.toContainEqual(phone('+44 7911 123456'))

    const unlinked = await callAs(server, person, `${PATH}/unlink`, {
      body: { phoneNumber: '+33 6 12 34 56 78' },
      headers: headers(),
    })
    expect(unlinked).toMatchObject({ status: 200, body: { linked_accounts: [{ type: 'email' }] } })
  })

  test('changes no number but the user’s own, and costs no try of the new one', async () => {
    const [person, stranger] = [await logIn(number()), number()]
    await logIn(stranger)
    const next = number()
    const code = await askFor(next)
    const answer = await callAs(server, person, `${PATH}/update`, {
      body: { old_phone_number: stranger, new_phone_number: next, code },
      headers: headers(),
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    const [row] = await server.ctx.db.select().from(loginCodes).where(eq(loginCodes.address, next))
    expect(row?.tries).toBe(0)
  })

  test.each(['/link', '/update'])('%s takes sixty guesses at a number a day', async path => {
    const [own, next] = [number(), number()]
    const person = await logIn(own)
    const guess = (code: string) => {
      const body = { phoneNumber: next, old_phone_number: own, new_phone_number: next, code }
      return callAs(server, person, `${PATH}${path}`, { body, headers: headers() })
    }
    expect(await guessInRounds(server, () => askFor(next), guess)).toEqual(SIXTY_OF_65)
  })

  describe('on the denylist', () => {
    const REJECTED = { status: 403, body: { code: 'allowlist_rejected' } }
    const deny = (phoneNumber: string) =>
      runCommand(server.ctx.db, ['deny', 'add', '--phone', phoneNumber, '--app', app.id])

    test('a number logs in no more, known or not, and its code is used up', async () => {
      const [known, unknown] = [number(), number()]
      await logIn(known)
      for (const phoneNumber of [known, unknown]) {
        await deny(phoneNumber)
        const code = await askFor(phoneNumber)
        const device = await createDevice()
        expect(await tryCode(device, { phoneNumber, code })).toMatchObject(REJECTED)
        expect((await tryCode(device, { phoneNumber, code })).body.code).toBe('invalid_credentials')
      }
    })

    test.each(['/link', '/update'])('a number is not taken by %s', async path => {
      const [own, denied] = [number(), number()]
      const person = await logIn(own)
      if (path === '/link')
        await server.ctx.db
          .update(accounts)
          .set({ type: 'passkey' })
          .where(eq(accounts.userId, person.user.id))
      await deny(denied)
      const code = await askFor(denied)
      const body = { phoneNumber: denied, old_phone_number: own, new_phone_number: denied, code }
      const answer = await callAs(server, person, `${PATH}${path}`, { body, headers: headers() })
      expect(answer).toMatchObject(REJECTED)
      const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, person.user.id))
      expect(rows.map(({ subject }) => subject)).toEqual([own])
    })
  })

  test.each(['/link', '/update', '/unlink'])('%s takes session and device', async path => {
    const person = await logIn(number())
    const body = {
      phoneNumber: '+447911123456',
      old_phone_number: '+447911123456',
      new_phone_number: '+447911123457',
      code: '000000',
    }
    const thief = { token: person.token, device: await createDevice() }
    for (const answer of [
      await post(path, { body }),
      await callAs(server, thief, `${PATH}${path}`, { body, headers: headers() }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
    }
  })
})
