import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { accounts, oneTimeCodes, rateLimits, sessions, users } from '../../database/schema.ts'
import { askForCode, initCode, logIn, otherCode, signedCall, tryCode } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { guessInRounds, SIXTY_OF_65 } from '../../testing/guess.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const person = () => `person${++people}@mail.example`
const countSessions = async (userId: string) =>
  (await server.ctx.db.select().from(sessions).where(eq(sessions.userId, userId))).length

describe('asking for a code', () => {
  test('mails six digits and stores only a digest', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    expect(code).toMatch(/^\d{6}$/)
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email))
    expect(row?.digest).toBeDefined()
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('answers a known and an unknown address alike', async () => {
    const known = person()
    const device = await createDevice()
    await logIn(server, known)
    const answers = await Promise.all([known, person()].map(email => initCode(server, device, { email })))
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: { success: true } },
      { status: 200, body: { success: true } },
    ])
  })

  test('normalises the address', async () => {
    const email = person()
    await initCode(server, await createDevice(), { email: ` ${email.toUpperCase()} ` })
    expect(server.mails.at(-1)?.to).toBe(email)
  })

  test.each([
    ['no address', {}],
    ['no at sign', { email: 'person' }],
    ['a header break', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['a list', { email: 'a@b.example,c@d.example' }],
    ['a non-string', { email: { $ne: 1 } }],
  ])('refuses %s and names the field', async (_name, body) => {
    const sent = server.mails.length
    const answer = await initCode(server, await createDevice(), body)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', error: expect.stringContaining('`email`') },
    })
    expect(server.mails.length).toBe(sent)
  })

  test('plus addresses off: they make no new user, and who has one goes on logging in by it', async () => {
    const strict = await server.registerApp({})
    const at = { ...server, appId: strict.id }
    const known = `known+${crypto.randomUUID()}@mail.example`
    const before = await logIn(at, known)
    const app = await findApp(server.ctx.db, strict.id)
    if (!app) throw new Error('no app')
    await replaceConfig(server.ctx.db, strict.id, { ...app.config, disable_plus_emails: true })
    expect((await logIn(at, known)).user.id).toBe(before.user.id)

    const headers = { 'vitrine-app-id': strict.id }
    const device = await createDevice()
    const login = async (email: string) => {
      const code = await askForCode(at, device, email)
      return tryCode(at, device, { email, code }, { headers })
    }
    expect(await login(`new+${crypto.randomUUID()}@mail.example`)).toMatchObject({
      status: 422,
      body: { code: 'disallowed_plus_email' },
    })
    expect((await login(`new-${crypto.randomUUID()}@mail.example`)).status).toBe(200)
  })

  test('respects the app: email off', async () => {
    const off = await server.registerApp({ email_auth: false })
    const device = await createDevice()
    const ask = (id: string, email: string) =>
      initCode(server, device, { email }, { headers: { 'vitrine-app-id': id } })
    expect(await ask(off.id, 'a@mail.example')).toMatchObject({
      status: 403,
      body: { code: 'disallowed_login_method' },
    })
  })

  test.each([
    ['/api/v1/passwordless/link', { email: 'a+b@mail.example' }],
    ['/api/v1/passwordless/update', { oldAddress: 'a@mail.example', newAddress: 'a+b@mail.example' }],
  ])('%s respects the app as well', async (path, body) => {
    const strict = await server.registerApp({ disable_plus_emails: true })
    const off = await server.registerApp({ email_auth: false })
    const device = await createDevice()
    const codeOf = async (id: string) => {
      const identity = { type: 'email', subject: 'a+b@mail.example' }
      const secret = { member: 'code', value: '000000', identity }
      const headers = { 'vitrine-app-id': id }
      return (await signedCall(server, device, path, { body, secret, headers })).body.code
    }
    expect(await codeOf(strict.id)).toBe('disallowed_plus_email')
    expect(await codeOf(off.id)).toBe('disallowed_login_method')
  })

  test('sends an address at most five mails in ten minutes', async () => {
    const device = await createDevice()
    const email = person()
    for (let i = 0; i < 5; i++) await askForCode(server, device, email)
    const answer = await initCode(server, device, { email })
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('sends an address at most fifty mails a day, through whichever process', async () => {
    const device = await createDevice()
    const email = person()
    await askForCode(server, device, email)
    const used = eq(rateLimits.key, `email-init-shared:${server.appId}:${email}`)
    const full = (hours: number) =>
      server.ctx.db
        .update(rateLimits)
        .set({ expiresAt: new Date(server.clock.now + hours * 60 * 60_000) })
        .where(used)
    // 26 at once, and one more each hour.
    await full(25)
    await askForCode(server, device, email, { app: server.second() })
    const sent = server.mails.length
    const refused = await initCode(server, device, { email })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBe(60 * 60)
    expect(server.mails.length).toBe(sent)
    await full(25)
    await askForCode(server, device, email)
  })
})

describe('logging in', () => {
  test('opens a session for a new user, then for the same user again', async () => {
    const device = await createDevice()
    const email = person()
    const first = await tryCode(server, device, { email, code: await askForCode(server, device, email) })
    expect(first).toMatchObject({
      status: 200,
      body: {
        is_new_user: true,
        session_update_action: 'set',
        user: { linked_accounts: [{ type: 'email', address: email }] },
      },
    })
    const again = await tryCode(server, device, { email, code: await askForCode(server, device, email) })
    expect(again.body.is_new_user).toBe(false)
    expect(again.body.user.id).toBe(first.body.user.id)
  })

  test('of two parallel uses of one code, one opens a session', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const answers = await Promise.all([1, 2].map(() => tryCode(server, device, { email, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const userId = answers.find(({ status }) => status === 200)?.body.user.id ?? ''
    expect(await countSessions(userId)).toBe(1)
  })

  test('of two uses that both proved the code, one opens a session', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    // Neither goes on to consume the code before the signer has said yes to both.
    const arrivals: (() => void)[] = []
    const app = server.second({
      signer: {
        ...server.ctx.signer,
        async verifyLogin(request) {
          const answer = await server.ctx.signer.verifyLogin(request)
          await new Promise<void>(resolve => {
            arrivals.push(resolve)
            if (arrivals.length === 2) for (const goOn of arrivals) goOn()
          })
          return answer
        },
      },
    })
    const answers = await Promise.all([1, 2].map(() => tryCode(server, device, { email, code }, { app })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('five tries are counted in the database, whatever the signer remembers', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    await server.ctx.db.update(oneTimeCodes).set({ tries: 5 }).where(eq(oneTimeCodes.address, email))
    expect((await tryCode(server, device, { email, code })).status).toBe(422)
  })

  test('a code is single use', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    expect((await tryCode(server, device, { email, code })).status).toBe(200)
    expect((await tryCode(server, device, { email, code })).body.code).toBe('invalid_credentials')
    const [row] = await server.ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.address, email))
    expect(row?.tries).toBe(1)
  })

  test('a wrong code says how many tries are left; after five even the right one fails', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const messages: string[] = []
    const left: unknown[] = []
    for (let i = 0; i < 5; i++) {
      const { status, body } = await tryCode(server, device, { email, code: otherCode(code) })
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_credentials' })
      messages.push(body.error)
      left.push(Object(body).data?.triesLeft)
    }
    expect(left).toEqual([4, 3, 2, 1, undefined])
    expect(messages).toEqual([
      expect.stringContaining('4 tries left'),
      expect.stringContaining('3 tries left'),
      expect.stringContaining('2 tries left'),
      expect.stringContaining('1 try left'),
      expect.stringContaining('Ask for a new one'),
    ])
    const sixth = await tryCode(server, device, { email, code })
    expect(sixth).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Ask for a new one') },
    })
  })

  test('guesses sent at once cost a try each', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    await Promise.all(
      Array.from({ length: 12 }, () => tryCode(server, device, { email, code: otherCode(code) })),
    )
    expect((await tryCode(server, device, { email, code })).status).toBe(422)
  })

  test('an address takes at most sixty guesses a day, from any network and at any code', async () => {
    const device = await createDevice()
    const email = person()
    const ask = () => askForCode(server, device, email)
    const guess = (code: string, index: number) =>
      tryCode(server, device, { email, code }, { from: `203.0.113.${index}` })
    expect(await guessInRounds(server, ask, guess)).toEqual(SIXTY_OF_65)
  })

  test('nobody locks an address that no code was sent to', async () => {
    const device = await createDevice()
    const email = person()
    await Promise.all(Array.from({ length: 70 }, () => tryCode(server, device, { email, code: '000000' })))
    const code = await askForCode(server, device, email)
    expect((await tryCode(server, device, { email, code })).status).toBe(200)
  })

  test('email turned off refuses a code that was sent before', async () => {
    const device = await createDevice()
    const email = person()
    const app = await server.registerApp({})
    const headers = { 'vitrine-app-id': app.id }
    const code = await askForCode(server, device, email, { headers })
    const current = await findApp(server.ctx.db, app.id)
    if (current) await replaceConfig(server.ctx.db, app.id, { ...current.config, email_auth: false })
    const answer = await tryCode(server, device, { email, code }, { headers })
    expect(answer).toMatchObject({ status: 403, body: { code: 'disallowed_login_method' } })
  })

  test('a code expires after ten minutes', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const started = server.clock.now
    try {
      server.clock.now = started + 10 * 60_000
      const answer = await tryCode(server, device, { email, code })
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    } finally {
      server.clock.now = started
    }
  })

  test('a new code replaces the one before it', async () => {
    const device = await createDevice()
    const email = person()
    const old = await askForCode(server, device, email)
    let code = await askForCode(server, device, email)
    if (old === code) code = await askForCode(server, device, email)
    expect((await tryCode(server, device, { email, code: old })).status).toBe(422)
    expect((await tryCode(server, device, { email, code })).status).toBe(200)
  })

  test('a code of one app or address is worth nothing for another', async () => {
    const device = await createDevice()
    const [email, other] = [person(), person()]
    const app = await server.registerApp({})
    const code = await askForCode(server, device, email)
    const elsewhere = { headers: { 'vitrine-app-id': app.id } }
    expect((await tryCode(server, device, { email, code }, elsewhere)).status).toBe(422)
    expect((await tryCode(server, device, { email: other, code })).status).toBe(422)
    expect((await tryCode(server, device, { email, code })).status).toBe(200)
  })

  test('without sign-up an unknown address is told so, after its code was proven', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const wrong = await tryCode(server, device, { email, code: otherCode(code), mode: 'no-signup' })
    expect(wrong.body.code).toBe('invalid_credentials')
    const right = await tryCode(server, device, { email, code, mode: 'no-signup' })
    expect(right).toMatchObject({ status: 404, body: { code: 'user_does_not_exist' } })
    expect((await tryCode(server, device, { email, code })).status).toBe(422)
  })

  test('two first logins of one address end with one user', async () => {
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    const racing = server.second({
      signer: {
        ...server.ctx.signer,
        // The account of the rival appears between step A and step C.
        async verifyLogin(request) {
          const proven = await server.ctx.signer.verifyLogin(request)
          if (proven.ok && request.account === null) {
            const rival = { id: `user_rival_${people}`, appId: server.appId }
            await server.ctx.db.insert(users).values(rival)
            const { userId: _own, ...row } = {
              id: `account_${people}`,
              appId: server.appId,
              userId: proven.userId,
              type: 'email' as const,
              subject: email,
              seal: proven.accountSeal,
            }
            await server.ctx.db.insert(users).values({ id: proven.userId, appId: server.appId })
            await server.ctx.db.insert(accounts).values({ ...row, userId: proven.userId })
          }
          return proven
        },
      },
    })
    const answer = await tryCode(server, device, { email, code }, { app: racing })
    expect(answer).toMatchObject({ status: 200, body: { is_new_user: false } })
  })
})
