import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askForStepUpCode,
  changeEmail,
  later,
  linkEmail,
  linkPhone,
  logInBySms,
  stepUp,
  verify,
} from '../account-changes/testing/steps.ts'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { stepUps } from '../database/change-tables.ts'
import { accounts, devices } from '../database/schema.ts'
import { createPasskey } from '../testing/authenticator.ts'
import {
  askForCode,
  callAs,
  type LoggedIn,
  logIn,
  otherCode,
  signedCall,
  tryCode,
} from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('no app')
  await replaceConfig(server.ctx.db, app.id, { ...app.config, sms_auth: true, passkey_auth: true })
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@step-up.example`
const phoneOnly = () => logInBySms(server, `+1312555${String(100 + people++).padStart(4, '0')}`)
const required = { status: 403, body: { code: 'step_up_required' } }
const forAddress = (email: string) => ({ purpose: 'link', target: `email:${email}`, way: 'sms' }) as const

describe('a way in is added', () => {
  test('by who proves one that is there; and by who comes from the account screen, just after a login', async () => {
    const email = address()
    const person = await phoneOnly()
    expect(await linkEmail(server, person, email)).toMatchObject(required)
    const token = await stepUp(server, person, forAddress(email))
    expect((await linkEmail(server, person, email, { step_up: token })).status).toBe(200)

    const other = await phoneOnly()
    const askedLate = await later(server, 5 * 60_000, () =>
      changeEmail(server, other, 'link', { email, from_account: true }, email, '000000'),
    )
    expect(askedLate).toMatchObject(required)
    expect((await linkEmail(server, other, address(), { from_account: true })).status).toBe(200)
  })

  test('and a code that is refused before costs neither a try nor the new address’s code', async () => {
    const email = address()
    const person = await phoneOnly()
    const code = await askForCode(server, person.device, email, { purpose: 'link' })
    const send = (typed: string, proof: object) =>
      changeEmail(server, person, 'link', { email, ...proof }, email, typed)
    expect(await send(code, {})).toMatchObject(required)
    const step_up = await stepUp(server, person, forAddress(email))
    expect((await send(otherCode(code), { step_up })).status).toBe(422)
    expect((await send(code, { step_up })).status).toBe(200)
  })

  test('a guest, who has nothing to prove, adds the first', async () => {
    const person = await logIn(server, address())
    await server.ctx.db.update(accounts).set({ type: 'guest' }).where(eq(accounts.userId, person.user.id))
    expect((await linkEmail(server, person, address())).status).toBe(200)
  })
})

describe('a proof', () => {
  test('is for one address, one purpose, one session and one device, for five minutes', async () => {
    const email = address()
    const person = await phoneOnly()
    const elsewhere = await logInBySms(server, phoneOf(person))
    const tokens = {
      address: await stepUp(server, person, forAddress(address())),
      purpose: await stepUp(server, person, { ...forAddress(email), purpose: 'update' }),
      session: await stepUp(server, elsewhere, forAddress(email)),
      late: await stepUp(server, person, forAddress(email)),
    }
    for (const name of ['address', 'purpose', 'session'] as const)
      expect([name, await linkEmail(server, person, email, { step_up: tokens[name] })]).toMatchObject([
        name,
        required,
      ])
    const send = () => changeEmail(server, person, 'link', { email, step_up: tokens.late }, email, '000000')
    expect((await send()).body.code).toBe('invalid_credentials')
    expect(await later(server, 5 * 60_000 + 1, send)).toMatchObject(required)
  })

  test('is used once, also by two changes at once, and is stored as its hash', async () => {
    const email = address()
    const person = await phoneOnly()
    const token = await stepUp(server, person, forAddress(email))
    expect(JSON.stringify(await server.ctx.db.select().from(stepUps))).not.toContain(token)
    const code = await askForCode(server, person.device, email, { purpose: 'link' })
    const send = () => changeEmail(server, person, 'link', { email, step_up: token }, email, code)
    const answers = await Promise.all([send(), send()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await linkEmail(server, person, email, { step_up: token })).toMatchObject(required)
  })
})

test('a proof of one session is none in another of the same device', async () => {
  const [email, next] = [address(), address()]
  const first = await logIn(server, email)
  const second = await logIn(server, email, first.device)
  const token = await stepUp(server, first, { purpose: 'update', target: `email:${next}` })
  const body = { oldAddress: email, newAddress: next, step_up: token, from_account: false }
  const secret = { member: 'code', value: '000000', identity: { type: 'email', subject: next } }
  const change = ({ device, user, token: access }: LoggedIn) =>
    signedCall<{ code: string }>(server, device, '/api/v1/passwordless/update', {
      body,
      secret,
      as: { userId: user.id, token: access },
    })
  expect(await change(second)).toMatchObject(required)
  expect((await change(first)).body.code).toBe('invalid_credentials')
})

test('the only way to log in is refused before anybody proves it, to the frame that asks too', async () => {
  const email = address()
  const person = await logIn(server, email)
  const sole = { status: 422, body: { code: 'cannot_unlink_sole_account' } }
  const ways = (purpose: string) => callAs(server, person, '/api/v1/step_up/ways', { body: { purpose } })
  const unlink = () =>
    callAs(server, person, '/api/v1/passwordless/unlink', { body: { address: email, from_account: false } })
  expect(await ways('unlink')).toMatchObject(sole)
  expect(await unlink()).toMatchObject(sole)
  expect((await ways('link')).status).toBe(200)
  const added = await linkPhone(server, person, `+1312555${String(100 + people++).padStart(4, '0')}`)
  expect(added.status).toBe(200)
  expect((await ways('unlink')).body).toMatchObject({ is_required: true })
  expect(await unlink()).toMatchObject(required)
})

test('one proof adds one passkey, of two that are added with it at once', async () => {
  const person = await logIn(server, address())
  const token = await stepUp(server, person, { purpose: 'link', target: 'passkey:' })
  const challenges = []
  for (let i = 0; i < 2; i++) {
    const init = '/api/v1/passkeys/link/init'
    const { body } = await callAs<{ options: { challenge: string } }>(server, person, init, { body: {} })
    challenges.push(body.options.challenge)
  }
  const answers = await Promise.all(
    challenges.map(challenge =>
      signedCall(server, person.device, '/api/v1/passkeys/link', {
        body: {
          authenticator_response: createPasskey().register({ challenge, origin: ORIGIN }),
          step_up: token,
          from_account: false,
        },
        as: { userId: person.user.id, token: person.token },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

describe('a code', () => {
  test('of a step-up logs nobody in, and takes no login’s place; a login’s confirms nothing', async () => {
    const email = address()
    const person = await logIn(server, email)
    const loginCode = await askForCode(server, person.device, email)
    const code = await askForStepUpCode(server, person)
    expect((await tryCode(server, person.device, { email, code })).body.code).toBe(
      code === loginCode ? undefined : 'invalid_credentials',
    )
    const wrong = await verify(server, person, {
      purpose: 'link',
      target: 'x',
      way: 'email',
      code: loginCode,
    })
    if (code !== loginCode) expect(wrong.body.code).toBe('invalid_credentials')
    expect((await tryCode(server, person.device, { email, code: loginCode })).status).toBe(200)
    expect(server.mails.findLast(mail => mail.code === code)?.subject).toContain('Confirm a change')
  })

  test('has five tries, is used once, and is the person’s own', async () => {
    const person = await logIn(server, address())
    const stranger = await logIn(server, address())
    const confirm = { purpose: 'link', target: 'email:a@mail.example', way: 'email' }
    const code = await askForStepUpCode(server, person)
    const theirs = await verify(server, stranger, { ...confirm, code })
    expect(theirs.body.code).toBe('invalid_credentials')
    const granted = await Promise.all([0, 1].map(() => verify(server, person, { ...confirm, code })))
    expect(granted.map(({ status }) => status).sort()).toEqual([200, 422])

    const next = await askForStepUpCode(server, person)
    for (let i = 0; i < 5; i++) await verify(server, person, { ...confirm, code: otherCode(next) })
    expect((await verify(server, person, { ...confirm, code: next })).status).toBe(422)
  })

  test('goes to an address that the user has, for long enough', async () => {
    const person = await phoneOnly()
    const ask = (way: string) =>
      callAs(server, person, '/api/v1/step_up/code', { body: { purpose: 'link', way } })
    expect(await ask('email')).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
    await linkEmail(server, person, address(), { from_account: true })
    expect((await ask('email')).status).toBe(404)
    expect((await ask('sms')).status).toBe(200)
  })

  test('counts with the device’s other codes to the address: five in ten minutes', async () => {
    const person = await phoneOnly()
    const ask = () =>
      callAs(server, person, '/api/v1/step_up/code', { body: { purpose: 'link', way: 'sms' } })
    const answers = []
    // The person logged in by the first.
    for (let i = 0; i < 5; i++) answers.push((await ask()).status)
    expect(answers).toEqual([200, 200, 200, 200, 429])
  })
})

test('a held device is freed by another way than the one that it came in by', async () => {
  const person = await logIn(server, address())
  const heldUntil = new Date(server.clock.now + 3_600_000)
  await server.ctx.db
    .update(devices)
    .set({ heldUntil, heldFor: 'new-device' })
    .where(eq(devices.userId, person.user.id))
  const ways = await callAs(server, person, '/api/v1/step_up/ways', { body: { purpose: 'release' } })
  expect(ways.body).toEqual({ is_required: true, ways: [], held_until: heldUntil.getTime() })
  const body = { purpose: 'release', way: 'email' }
  expect((await callAs(server, person, '/api/v1/step_up/code', { body })).status).toBe(404)
  // Nor by a code that was asked for another change.
  const code = await askForStepUpCode(server, person)
  expect((await verify(server, person, { purpose: 'release', way: 'email', code })).status).toBe(404)
})

describe('a passkey', () => {
  const change = { purpose: 'unlink', target: 'email:a@mail.example', way: 'passkey' }

  async function withPasskey() {
    const person = await logIn(server, address())
    const passkey = createPasskey()
    const { body } = await callAs<{ options: { challenge: string } }>(
      server,
      person,
      '/api/v1/passkeys/link/init',
      { body: {} },
    )
    const attestation = passkey.register({ challenge: body.options.challenge, origin: ORIGIN })
    const linked = await signedCall(server, person.device, '/api/v1/passkeys/link', {
      body: { authenticator_response: attestation },
      as: { userId: person.user.id, token: person.token },
    })
    expect(linked.status).toBe(200)
    // As if it were there since long ago.
    await server.ctx.db.update(accounts).set({ heldUntil: null }).where(eq(accounts.userId, person.user.id))
    return { person, passkey }
  }
  const ask = async (who: LoggedIn) =>
    (
      await callAs<{ options: { challenge: string; allow_credentials: { id: string }[] } }>(
        server,
        who,
        '/api/v1/step_up/challenge',
        { body: { purpose: 'unlink' } },
      )
    ).body.options

  test('confirms a change, once for each challenge', async () => {
    const { person, passkey } = await withPasskey()
    const { challenge, allow_credentials } = await ask(person)
    expect(allow_credentials.map(({ id }) => id)).toEqual([passkey.id])
    const answer = passkey.assert({ challenge, device: person.device.thumbprint, origin: ORIGIN })
    const body = { ...change, challenge, authenticator_response: answer }
    const granted = await verify(server, person, body)
    expect(granted).toMatchObject({ status: 200, body: { step_up: expect.stringMatching(/^[\w-]{43}$/) } })
    expect((await verify(server, person, body)).body.code).toBe('invalid_credentials')
  })

  test('confirms nothing that the device did not sign: the signer has the last word', async () => {
    const { person, passkey } = await withPasskey()
    const { challenge } = await ask(person)
    const answer = passkey.assert({ challenge, device: person.device.thumbprint, origin: ORIGIN })
    const body = { ...change, challenge, authenticator_response: answer }
    const other = { ...change, target: 'email:another@mail.example' }
    const granted = await signedCall(server, person.device, '/api/v1/step_up/verify', {
      body,
      as: { userId: person.user.id, token: person.token },
      wrong: { body: { ...body, ...other } },
    })
    expect(granted).toMatchObject({ status: 403, body: { code: 'expired_or_invalid_authorization' } })
  })

  test('of somebody else, or for a login’s challenge, confirms nothing', async () => {
    const { person, passkey } = await withPasskey()
    const other = await withPasskey()
    const { challenge } = await ask(person)
    const foreign = other.passkey.assert({ challenge, device: person.device.thumbprint, origin: ORIGIN })
    expect(
      (await verify(server, person, { ...change, challenge, authenticator_response: foreign })).body.code,
    ).toBe('invalid_credentials')

    const { body } = await callAs<{ options: { challenge: string } }>(
      server,
      person,
      '/api/v1/passkeys/authenticate/init',
      { body: {} },
    )
    const login = body.options.challenge
    const answer = passkey.assert({ challenge: login, device: person.device.thumbprint, origin: ORIGIN })
    expect(
      (await verify(server, person, { ...change, challenge: login, authenticator_response: answer })).body
        .code,
    ).toBe('invalid_credentials')
  })
})

const phoneOf = ({ user }: LoggedIn): string => {
  const [account] = user.linked_accounts
  return account?.type === 'phone' ? account.phoneNumber : expect.fail('no phone')
}
