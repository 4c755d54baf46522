import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../commands/run.ts'
import { accounts, oneTimeCodes, rateLimits } from '../../database/schema.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'
import {
  askForCode,
  type CallOptions,
  call,
  callAs,
  initCode,
  otherCode,
  signedCall,
} from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { guessInRounds, SIXTY_OF_65 } from '../../testing/guess.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

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

/** One call of `init` with a proof of the device. */
const init = (
  device: Device,
  body: Readonly<Record<string, unknown>>,
  { headers, ...options }: CallOptions = {},
) =>
  initCode(
    server,
    device,
    body,
    { headers: { 'vitrine-app-id': app.id, ...headers }, ...options },
    `${PATH}/init`,
  )

async function askFor(
  device: Device,
  phoneNumber: string,
  { more = {}, ...options }: CallOptions & { readonly more?: object } = {},
): Promise<string> {
  const before = server.messages.length
  const answer = await init(device, { phoneNumber, ...more }, options)
  const code = server.messages.slice(before).at(-1)?.code
  if (answer.status !== 200 || code === undefined) throw new Error(`init answered ${answer.status}`)
  return code
}

const e164 = (written: string) => readPhoneNumber(written)?.e164 ?? written

const tryCode = (
  device: Device,
  {
    phoneNumber,
    code,
    ...rest
  }: { readonly phoneNumber: string; readonly code: string; readonly mode?: string },
  { headers, ...options }: CallOptions = {},
) =>
  signedCall<AuthenticatedUser & { code: string; error: string }>(server, device, `${PATH}/authenticate`, {
    ...options,
    headers: { 'vitrine-app-id': app.id, ...headers },
    body: { phoneNumber, ...rest },
    secret: { member: 'code', value: code, identity: { type: 'phone', subject: e164(phoneNumber) } },
  })

async function logIn(phoneNumber: string) {
  const device = await createDevice()
  const { body } = await tryCode(device, { phoneNumber, code: await askFor(device, phoneNumber) })
  if (!body.token) throw new Error(body.error)
  return { device, token: body.token, user: body.user }
}

describe('asking for a code', () => {
  test('texts six digits to the number in E.164, and stores only a digest', async () => {
    const device = await createDevice()
    const code = await askFor(device, ' (202) 555-0198 ')
    expect(server.messages.at(-1)).toMatchObject({ to: '+12025550198', channel: 'sms' })
    expect(server.messages.at(-1)?.text).toContain(code)
    const [row] = await server.ctx.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.address, '+12025550198'))
    expect(row).toMatchObject({ channel: 'sms', test: false })
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('answers a known and an unknown number alike', async () => {
    const device = await createDevice()
    const known = number()
    await logIn(known)
    const answers = await Promise.all([known, number()].map(phoneNumber => init(device, { phoneNumber })))
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
    const device = await createDevice()
    const sent = server.messages.length
    expect(await init(device, body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(server.messages.length).toBe(sent)
  })

  test('goes by WhatsApp when asked, where the site has it', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    await askFor(device, phoneNumber, { more: { channel: 'whatsapp' } })
    expect(server.messages.at(-1)?.channel).toBe('whatsapp')
    const without = await server.registerApp({ sms_auth: true })
    const headers = { 'vitrine-app-id': without.id }
    const refused = await init(device, { phoneNumber, channel: 'whatsapp' }, { headers })
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
    const device = await createDevice()
    const second = server.second()
    const spellings = ['+12135550177', '213-555-0177', '(213) 555 0177', '12135550177', '+1 213 5550177']
    for (const [i, phoneNumber] of spellings.entries()) {
      await askFor(device, phoneNumber, i % 2 ? { app: second } : {})
    }
    const answer = await init(device, { phoneNumber: '+12135550177' }, { app: second })
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })
})

test('a number takes twenty messages a day, through whichever process', async () => {
  const device = await createDevice()
  const phoneNumber = number()
  await askFor(device, phoneNumber)
  const used = eq(rateLimits.key, `sms-init-shared:${app.id}:${phoneNumber}`)
  const full = (hours: number) =>
    server.ctx.db
      .update(rateLimits)
      .set({ expiresAt: new Date(server.clock.now + hours * 60 * 60_000) })
      .where(used)
  // Eight at once, and one more each two hours.
  await full(14)
  await askFor(device, phoneNumber, { app: server.second() })
  const sent = server.messages.length
  const refused = await init(device, { phoneNumber })
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBe(2 * 60 * 60)
  expect(server.messages.length).toBe(sent)
  await full(14)
  await askFor(device, phoneNumber)
})

describe('logging in', () => {
  test('opens a session; the account shows the number as people write it', async () => {
    const device = await createDevice()
    const code = await askFor(device, '2125550188')
    const { status, body } = await tryCode(device, { phoneNumber: '+12125550188', code })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      is_new_user: true,
      user: { is_guest: false, linked_accounts: [{ type: 'phone', phoneNumber: '+1 212 555 0188' }] },
    })
    expect((await logIn('(212) 555-0188')).user.id).toBe(body.user.id)
  })

  test('of two parallel uses of one code, at two processes, one opens a session', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    const code = await askFor(device, phoneNumber)
    const answers = await Promise.all([
      tryCode(device, { phoneNumber, code }),
      tryCode(device, { phoneNumber, code }, { app: server.second() }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('guesses at two processes share five tries', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    const code = await askFor(device, phoneNumber)
    const second = server.second()
    for (let i = 0; i < 5; i++) {
      await tryCode(device, { phoneNumber, code: otherCode(code) }, i % 2 ? { app: second } : {})
    }
    expect(await tryCode(device, { phoneNumber, code })).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials', error: expect.stringContaining('Ask for a new one') },
    })
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, phoneNumber))
    expect(row?.tries).toBe(5)
  })

  test('sixty guesses a day, through whichever process', async () => {
    const phoneNumber = number()
    const device = await createDevice()
    const second = server.second()
    const guess = (code: string, index: number) =>
      tryCode(device, { phoneNumber, code }, index % 2 ? { app: second } : {})
    expect(await guessInRounds(server, () => askFor(device, phoneNumber), guess)).toEqual(SIXTY_OF_65)
  })

  test('a code expires after ten minutes, and takes no more tries', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    const code = await askFor(device, phoneNumber)
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
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, phoneNumber))
    expect(row?.tries).toBe(0)
    expect((await tryCode(device, { phoneNumber, code })).status).toBe(200)
  })

  test('a code for an address of the other channel is worth nothing', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    const mailed = await askForCode(server, device, 'sms@mail.example', {
      headers: { 'vitrine-app-id': app.id },
    })
    expect((await tryCode(device, { phoneNumber, code: mailed })).body.code).toBe('invalid_credentials')
  })

  test('without sign-up an unknown number is told so, after its code was proven', async () => {
    const device = await createDevice()
    const phoneNumber = number()
    const code = await askFor(device, phoneNumber)
    const answer = await tryCode(device, { phoneNumber, code, mode: 'no-signup' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'user_does_not_exist' } })
  })
})

describe('accounts', () => {
  const headers = () => ({ 'vitrine-app-id': app.id })
  type Person = Awaited<ReturnType<typeof logIn>>
  type Change = '/link' | '/update'
  const askToChange = ({ device }: Person, path: Change, phoneNumber: string) =>
    askFor(device, phoneNumber, { more: { purpose: path.slice(1) } })
  const change = ({ device, token, user }: Person, path: Change, next: string, code: string, former = '') =>
    signedCall<{ id: string; linked_accounts: object[] }>(server, device, `${PATH}${path}`, {
      headers: headers(),
      body: path === '/link' ? { phoneNumber: next } : { old_phone_number: former, new_phone_number: next },
      secret: { member: 'code', value: code, identity: { type: 'phone', subject: next } },
      as: { userId: user.id, token },
    })

  test('a number is linked to a user, changed, and unlinked', async () => {
    const person = await logIn(number())
    await server.ctx.db
      .update(accounts)
      .set({ type: 'email', subject: 'linked@mail.example' })
      .where(eq(accounts.userId, person.user.id))
    const [first, second] = ['+447911123456', '+33612345678']
    const phone = (phoneNumber: string) => expect.objectContaining({ type: 'phone', phoneNumber })

    const linked = await change(person, '/link', first, await askToChange(person, '/link', first))
    expect(linked).toMatchObject({ status: 200, body: { id: person.user.id } })
    expect(linked.body.linked_accounts).toContainEqual(phone('+44 7911 123456'))

    const code = await askToChange(person, '/update', second)
    const updated = await change(person, '/update', second, code, '+44 7911 123456')
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
    const code = await askToChange(person, '/update', next)
    const answer = await change(person, '/update', next, code, stranger)
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, next))
    expect(row?.tries).toBe(0)
  })

  test.each(['/link', '/update'] as const)('%s takes sixty guesses at a number a day', async path => {
    const [own, next] = [number(), number()]
    const person = await logIn(own)
    const guess = (code: string) => change(person, path, next, code, own)
    expect(await guessInRounds(server, () => askToChange(person, path, next), guess)).toEqual(SIXTY_OF_65)
  })

  describe('on the denylist', () => {
    const REJECTED = { status: 403, body: { code: 'allowlist_rejected' } }
    const deny = (phoneNumber: string) =>
      runCommand(server.database.db, ['deny', 'add', '--phone', phoneNumber, '--app', app.id])

    test('a number logs in no more, known or not, and its code is used up', async () => {
      const device = await createDevice()
      const [known, unknown] = [number(), number()]
      await logIn(known)
      for (const phoneNumber of [known, unknown]) {
        await deny(phoneNumber)
        const code = await askFor(device, phoneNumber)
        expect(await tryCode(device, { phoneNumber, code })).toMatchObject(REJECTED)
        expect((await tryCode(device, { phoneNumber, code })).body.code).toBe('invalid_credentials')
      }
    })

    test.each(['/link', '/update'] as const)('a number is not taken by %s', async path => {
      const [own, denied] = [number(), number()]
      const person = await logIn(own)
      if (path === '/link')
        await server.ctx.db
          .update(accounts)
          .set({ type: 'passkey' })
          .where(eq(accounts.userId, person.user.id))
      await deny(denied)
      const answer = await change(person, path, denied, await askToChange(person, path, denied), own)
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
    }
    const signed = (device: Device, as?: { readonly userId: string; readonly token: string }) =>
      signedCall(server, device, `${PATH}${path}`, {
        headers: headers(),
        body,
        secret: { member: 'code', value: '000000', identity: { type: 'phone', subject: '+447911123457' } },
        ...(as && { as }),
      })
    const as = { userId: person.user.id, token: person.token }
    for (const answer of [await signed(person.device), await signed(await createDevice(), as)]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
    }
  })
})
