import { randomUUID } from 'node:crypto'
import {
  CHALLENGE_LIFETIME_MS,
  type CreationOptions,
  type RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { accounts, passkeyChallenges, sessions } from '../../database/schema.ts'
import { type Ceremony, createPasskey, type TestPasskey } from '../../testing/authenticator.ts'
import { type Answer, call, type LoggedIn, logIn, signedCall } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

const SHOP = 'https://shop.example'
const IN_FRAME = { crossOrigin: true, topOrigin: SHOP }
type Refused = { readonly code: string; readonly error: string }

let server: TestServer
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  appId = (await server.registerApp({ passkey_auth: true, passkeys_for_signup_enabled: true })).id
})
afterAll(() => server.stop())

interface Asking {
  readonly device?: Device
  readonly token?: string
  readonly app?: string
  readonly over?: TestServer['app']
}

/** Calls that a device signs, besides proving itself. */
const SIGNED = ['/register', '/authenticate', '/link']

async function ask<Body>(path: string, body: object, { device, token, app = appId, over }: Asking = {}) {
  const url = `${ORIGIN}/api/v1/passkeys${path}`
  if (SIGNED.includes(path)) {
    const as = token !== undefined && { as: { userId: decodeJwt(token).sub ?? '', token } }
    const unproven = !device && { wrong: { headers: { dpop: '' } } }
    const sent = { body: { ...body }, headers: { 'vitrine-app-id': app }, ...as, ...unproven }
    const by = device ?? (await createDevice())
    return signedCall<Body>(server, by, `/api/v1/passkeys${path}`, { ...sent, ...(over && { app: over }) })
  }
  const proof = await device?.prove('POST', url, {
    now: server.clock.now,
    ...(token !== undefined && { accessToken: token }),
  })
  return call<Body>(server, `/api/v1/passkeys${path}`, {
    body,
    headers: {
      'vitrine-app-id': app,
      ...(proof !== undefined && { dpop: proof }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(over && { app: over }),
  })
}

const init = async <Options = RequestOptions>(path: string, asking: Asking = {}): Promise<Options> => {
  const { body } = await ask<{ options: Options }>(path, {}, asking)
  return body.options
}

/** Signs a new user up. */
async function signUp(passkey: TestPasskey, ceremony: Partial<Ceremony> = {}, asking: Asking = {}) {
  const { challenge, user } = await init<CreationOptions>('/register/init', asking)
  const response = passkey.register({ challenge, origin: ORIGIN, ...IN_FRAME, ...ceremony })
  const device = asking.device ?? (await createDevice())
  const answer = await ask<AuthenticatedUser & Refused>(
    '/register',
    { authenticator_response: response },
    { ...asking, device },
  )
  return { answer, device, userHandle: user.id }
}

async function answerLogin(
  passkey: TestPasskey,
  challenge: string,
  ceremony: Partial<Ceremony> = {},
  asking: Asking = {},
): Promise<Answer<AuthenticatedUser & Refused>> {
  const device = asking.device ?? (await createDevice())
  const named = { challenge, device: device.thumbprint, origin: ORIGIN }
  const response = passkey.assert({ ...named, ...IN_FRAME, ...ceremony })
  return ask('/authenticate', { challenge, authenticator_response: response }, { ...asking, device })
}

const logInWith = async (passkey: TestPasskey, ceremony: Partial<Ceremony> = {}, asking: Asking = {}) =>
  answerLogin(passkey, (await init('/authenticate/init', asking)).challenge, ceremony, asking)

const refusedWith = (code: string, status: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

describe('signing up', () => {
  test.each(['ES256', 'RS256', 'EdDSA'] as const)('makes a user whose %s passkey logs in', async alg => {
    const passkey = createPasskey(alg)
    const { answer, userHandle } = await signUp(passkey)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        is_new_user: true,
        session_update_action: 'set',
        user: { linked_accounts: [{ type: 'passkey', credential_id: passkey.id, enrolled_in_mfa: false }] },
      },
    })
    expect(await logInWith(passkey, { userHandle })).toMatchObject({
      status: 200,
      body: { is_new_user: false, user: { id: answer.body.user.id } },
    })
  })

  test('asks for a discoverable passkey of the wallet’s host that verifies the person', async () => {
    expect(await init<CreationOptions>('/register/init')).toMatchObject({
      rp: { id: 'localhost', name: 'Shop' },
      attestation: 'none',
      authenticator_selection: { resident_key: 'required', user_verification: 'required' },
      pub_key_cred_params: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
      exclude_credentials: [],
    })
  })

  test('is refused where the app does not allow it, but not the login', async () => {
    const { id } = await server.registerApp({ passkey_auth: true })
    expect(await ask('/register/init', {}, { app: id })).toEqual(refusedWith('passkey_not_allowed', 403))
    expect((await ask('/authenticate/init', {}, { app: id })).status).toBe(200)
    const { challenge } = await init<CreationOptions>('/register/init')
    const response = createPasskey().register({ challenge, origin: ORIGIN })
    const device = await createDevice()
    expect(await ask('/register', { authenticator_response: response }, { app: id, device })).toEqual(
      refusedWith('passkey_not_allowed', 403),
    )
  })

  test('with a passkey that is an account already makes none and opens none', async () => {
    const passkey = createPasskey()
    const owner = (await signUp(passkey)).answer.body.user.id
    expect((await signUp(passkey)).answer).toEqual(refusedWith('linked_to_another_user', 409))
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.subject, passkey.id))
    expect(rows.map(({ userId }) => userId)).toEqual([owner])
  })
})

test.each(['/register/init', '/register', '/authenticate/init', '/authenticate', '/link/init', '/link'])(
  '%s is refused where passkeys are off',
  async path => {
    const { id } = await server.registerApp({ passkeys_for_signup_enabled: true })
    expect(await ask(path, {}, { app: id })).toEqual(refusedWith('disallowed_login_method', 403))
  },
)

describe('a ceremony is refused', () => {
  const WRONG: [string, Partial<Ceremony>][] = [
    ['on a site that is not the app’s', { topOrigin: 'https://evil.example' }],
    ['on a site that only begins like the app’s', { topOrigin: `${SHOP}.evil.example` }],
    ['that names a site around a page of its own', { crossOrigin: false }],
    ['on another origin', { origin: 'http://localhost:4402' }],
    ['for a challenge that was never issued', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['without verification of the person', { flags: 0x01 }],
    ['without the person', { flags: 0x04 }],
  ]

  test.each(WRONG)('%s: signing up', async (_name, ceremony) => {
    expect((await signUp(createPasskey(), ceremony)).answer).toEqual(refusedWith('invalid_credentials', 422))
  })

  test.each(WRONG)('%s: logging in', async (_name, ceremony) => {
    const passkey = createPasskey()
    await signUp(passkey)
    expect(await logInWith(passkey, ceremony)).toEqual(refusedWith('invalid_credentials', 422))
  })

  test('of the other kind', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    expect((await signUp(createPasskey(), { type: 'webauthn.get' })).answer.status).toBe(422)
    expect(await logInWith(passkey, { type: 'webauthn.create' })).toEqual(
      refusedWith('invalid_credentials', 422),
    )
  })

  test('by another passkey under the name of a known one', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    const { challenge } = await init('/authenticate/init')
    const device = await createDevice()
    const named = { challenge, device: device.thumbprint, origin: ORIGIN }
    const forged = createPasskey().assert({ ...named, ...IN_FRAME })
    const response = { ...forged, id: passkey.id, raw_id: passkey.id }
    const body = { challenge, authenticator_response: response }
    expect(await ask('/authenticate', body, { device })).toEqual(refusedWith('invalid_credentials', 422))
  })

  test('with the user handle of another account', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    expect(await logInWith(passkey, { userHandle: 'AAAA' })).toEqual(refusedWith('invalid_credentials', 422))
  })
})

test('a key of a kind that was not asked for is refused', async () => {
  expect((await signUp(createPasskey('ES384'))).answer).toEqual(refusedWith('invalid_credentials', 422))
})

test('WebKit, which names no site, and a window of the wallet origin may log in', async () => {
  const passkey = createPasskey()
  await signUp(passkey)
  const none = { topOrigin: undefined } as unknown as Partial<Ceremony>
  expect((await logInWith(passkey, { ...none, crossOrigin: true })).status).toBe(200)
  expect((await logInWith(passkey, { ...none, crossOrigin: false })).status).toBe(200)
})

test('a passkey that nobody registered here is told apart from a wrong one', async () => {
  expect(await logInWith(createPasskey())).toEqual(refusedWith('passkey_not_registered', 404))
  const passkey = createPasskey()
  await signUp(passkey)
  const { id } = await server.registerApp({ passkey_auth: true })
  expect(await logInWith(passkey, {}, { app: id })).toEqual(refusedWith('passkey_not_registered', 404))
})

describe('a challenge', () => {
  test('is used once, whether the answer to it was good or not', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    const { challenge } = await init('/authenticate/init')
    expect((await answerLogin(passkey, challenge)).status).toBe(200)
    expect(await answerLogin(passkey, challenge)).toEqual(refusedWith('invalid_credentials', 422))
    const second = await init('/authenticate/init')
    expect((await answerLogin(passkey, second.challenge, { flags: 0x01 })).status).toBe(422)
    expect((await answerLogin(passkey, second.challenge)).status).toBe(422)
  })

  test('answered twice at once, at two processes, opens one session', async () => {
    const passkey = createPasskey()
    const { answer } = await signUp(passkey)
    const { challenge } = await init('/authenticate/init')
    const second = server.second()
    const answers = await Promise.all([
      answerLogin(passkey, challenge),
      answerLogin(passkey, challenge, {}, { over: second }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const rows = await server.ctx.db.select().from(sessions).where(eq(sessions.userId, answer.body.user.id))
    expect(rows).toHaveLength(2)
  })

  test('of a sign-up answered twice at once makes one user', async () => {
    const { challenge } = await init<CreationOptions>('/register/init')
    const answers = await Promise.all(
      [createPasskey(), createPasskey()].map(async passkey =>
        ask(
          '/register',
          { authenticator_response: passkey.register({ challenge, origin: ORIGIN }) },
          { device: await createDevice() },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('expires after five minutes', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    const { challenge } = await init('/authenticate/init')
    server.clock.now += CHALLENGE_LIFETIME_MS
    const late = await answerLogin(passkey, challenge)
    server.clock.now -= CHALLENGE_LIFETIME_MS
    expect(late).toEqual(refusedWith('invalid_credentials', 422))
  })

  test('of another app, or for another purpose, is none', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    const other = await server.registerApp({ passkey_auth: true })
    const foreign = await init('/authenticate/init', { app: other.id })
    expect((await answerLogin(passkey, foreign.challenge)).status).toBe(422)
    const registering = await init<CreationOptions>('/register/init')
    expect((await answerLogin(passkey, registering.challenge)).status).toBe(422)
    const signUpThere = await server.registerApp({ passkey_auth: true, passkeys_for_signup_enabled: true })
    const { challenge } = await init<CreationOptions>('/register/init', { app: signUpThere.id })
    expect((await signUp(createPasskey(), { challenge })).answer).toEqual(
      refusedWith('invalid_credentials', 422),
    )
  })

  test('whose end was put off in the database is refused by the signer', async () => {
    const passkey = createPasskey()
    await signUp(passkey)
    const { challenge } = await init('/authenticate/init')
    await server.ctx.db
      .update(passkeyChallenges)
      .set({ expiresAt: new Date(server.clock.now + 60 * 60_000) })
      .where(eq(passkeyChallenges.challenge, challenge))
    expect(await answerLogin(passkey, challenge)).toEqual(refusedWith('invalid_credentials', 422))
  })
})

describe('the signature counter', () => {
  test('must grow: a copy of the authenticator is refused', async () => {
    const passkey = createPasskey()
    await signUp(passkey, { counter: 5 })
    expect((await logInWith(passkey, { counter: 6 })).status).toBe(200)
    expect(await logInWith(passkey, { counter: 6 })).toEqual(refusedWith('invalid_credentials', 422))
    expect(await logInWith(passkey, { counter: 0 })).toEqual(refusedWith('invalid_credentials', 422))
    expect((await logInWith(passkey, { counter: 9 })).status).toBe(200)
  })

  test('is moved on once for two answers at once with the same count', async () => {
    const passkey = createPasskey()
    await signUp(passkey, { counter: 1 })
    const challenges = await Promise.all([init('/authenticate/init'), init('/authenticate/init')])
    const answers = await Promise.all(
      challenges.map(({ challenge }) => answerLogin(passkey, challenge, { counter: 2 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

test('a public key that was exchanged in the database opens nothing', async () => {
  const [passkey, thief] = [createPasskey(), createPasskey()]
  await signUp(passkey)
  await signUp(thief)
  const detailsOf = async ({ id }: TestPasskey) => {
    const [row] = await server.ctx.db.select().from(accounts).where(eq(accounts.subject, id))
    return row?.details ?? {}
  }
  const { publicKey, coseKey } = await detailsOf(thief)
  if (!publicKey || !coseKey) throw new Error('no key')
  await server.ctx.db
    .update(accounts)
    .set({ details: { ...(await detailsOf(passkey)), publicKey, coseKey } })
    .where(eq(accounts.subject, passkey.id))
  const { challenge } = await init('/authenticate/init')
  const device = await createDevice()
  const response = thief.assert({ challenge, device: device.thumbprint, origin: ORIGIN, ...IN_FRAME })
  const body = { challenge, authenticator_response: { ...response, id: passkey.id, raw_id: passkey.id } }
  expect((await ask('/authenticate', body, { device })).status).toBe(500)
})

test('a device proof is needed, and is used once', async () => {
  const passkey = createPasskey()
  await signUp(passkey)
  const { challenge } = await init('/authenticate/init')
  const device = await createDevice()
  const assert = (of: string) => {
    const named = { challenge: of, device: device.thumbprint, origin: ORIGIN }
    return { challenge: of, authenticator_response: passkey.assert({ ...named, ...IN_FRAME }) }
  }
  expect(await ask('/authenticate', assert(challenge))).toEqual(refusedWith('invalid_data', 400))

  const dpop = await device.prove('POST', `${ORIGIN}/api/v1/passkeys/authenticate`, { now: server.clock.now })
  const send = async () =>
    signedCall(server, device, '/api/v1/passkeys/authenticate', {
      body: assert((await init('/authenticate/init')).challenge),
      headers: { 'vitrine-app-id': appId },
      wrong: { headers: { dpop } },
    })
  expect((await send()).status).toBe(200)
  expect(await send()).toEqual(refusedWith('invalid_data', 400))

  const url = `${ORIGIN}/api/v1/passkeys/register`
  const signingUp = await device.prove('POST', url, { now: server.clock.now })
  const sendNew = async () => {
    const { challenge } = await init<CreationOptions>('/register/init')
    return signedCall(server, device, '/api/v1/passkeys/register', {
      body: { authenticator_response: createPasskey().register({ challenge, origin: ORIGIN }) },
      headers: { 'vitrine-app-id': appId },
      wrong: { headers: { dpop: signingUp } },
    })
  }
  expect((await sendNew()).status).toBe(200)
  expect(await sendNew()).toEqual(refusedWith('invalid_data', 400))
})

test('a page that is not ours is refused at every path', async () => {
  const paths = ['/register/init', '/register', '/authenticate/init', '/authenticate', '/link', '/unlink']
  for (const path of paths) {
    const headers = { origin: SHOP, 'vitrine-app-id': appId }
    const answer = await call(server, `/api/v1/passkeys${path}`, { body: {}, headers })
    expect(answer).toEqual(refusedWith('invalid_origin', 403))
  }
})

describe('an account', () => {
  const person = async (): Promise<LoggedIn & Asking> => {
    const logged = await signUp(createPasskey())
    const { token, refresh_token: refreshToken, user } = logged.answer.body
    if (token === null || refreshToken === null) throw new Error('no session')
    return { device: logged.device, token, refreshToken, user }
  }

  async function linkTo({ device, token }: Asking, passkey: TestPasskey, ceremony: Partial<Ceremony> = {}) {
    const asking = { ...(device && { device }), ...(token !== undefined && { token }) }
    const { challenge } = await init<CreationOptions>('/link/init', asking)
    const response = passkey.register({ challenge, origin: ORIGIN, ...IN_FRAME, ...ceremony })
    return ask<WireUser & Refused>('/link', { authenticator_response: response }, asking)
  }

  test('made by email takes a passkey, which then logs in to it', async () => {
    const logged = await logIn(server, `${randomUUID()}@mail.example`)
    // `logIn` uses the server's own app.
    const own = await findApp(server.ctx.db, server.appId)
    if (!own) throw new Error('no app')
    await replaceConfig(server.ctx.db, own.id, { ...own.config, passkey_auth: true })
    const asking = { device: logged.device, token: logged.token, app: server.appId }
    const { challenge, exclude_credentials } = await init<CreationOptions>('/link/init', asking)
    expect(exclude_credentials).toEqual([])
    const passkey = createPasskey()
    const response = passkey.register({ challenge, origin: ORIGIN, ...IN_FRAME })
    const linked = await ask<WireUser>('/link', { authenticator_response: response }, asking)
    expect(linked.body.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'passkey'])
    expect(await logInWith(passkey, {}, { app: server.appId })).toMatchObject({
      status: 200,
      body: { is_new_user: false, user: { id: logged.user.id } },
    })
    expect(await init<CreationOptions>('/link/init', asking)).toMatchObject({
      exclude_credentials: [{ id: passkey.id }],
    })
  })

  test('takes several passkeys, and gives all but the last one back', async () => {
    const me = await person()
    const first = (await ask<WireUser>('/unlink', { credential_id: 'AAAA', from_account: true }, me)).body
    expect(first).toMatchObject({ code: 'linked_account_not_found' })
    const passkey = createPasskey()
    const { linked_accounts } = (await linkTo(me, passkey)).body
    const [own] = linked_accounts.filter(it => it.type === 'passkey' && it.credential_id !== passkey.id)
    if (own?.type !== 'passkey') throw new Error('no first passkey')
    const left = await ask<WireUser>('/unlink', { credential_id: own.credential_id, from_account: true }, me)
    expect(left.body.linked_accounts).toMatchObject([{ credential_id: passkey.id }])
    expect(await ask('/unlink', { credential_id: passkey.id, from_account: true }, me)).toEqual(
      refusedWith('cannot_unlink_sole_account', 422),
    )
  })

  test('does not take the passkey of another user', async () => {
    const passkey = createPasskey()
    const owner = (await signUp(passkey)).answer.body.user.id
    expect(await linkTo(await person(), passkey)).toEqual(refusedWith('linked_to_another_user', 409))
    const rows = await server.ctx.db
      .select()
      .from(accounts)
      .where(and(eq(accounts.subject, passkey.id), eq(accounts.userId, owner)))
    expect(rows).toHaveLength(1)
  })

  test('is linked by a device proof once', async () => {
    const me = await person()
    const url = `${ORIGIN}/api/v1/passkeys/link`
    const claims = { accessToken: me.token, now: server.clock.now }
    const dpop = await me.device.prove('POST', url, claims)
    const send = async () => {
      const { challenge } = await init<CreationOptions>('/link/init', me)
      return signedCall(server, me.device, '/api/v1/passkeys/link', {
        body: { authenticator_response: createPasskey().register({ challenge, origin: ORIGIN }) },
        as: { userId: me.user.id, token: me.token },
        headers: { 'vitrine-app-id': appId },
        wrong: { headers: { dpop } },
      })
    }
    expect((await send()).status).toBe(200)
    expect(await send()).toEqual(refusedWith('missing_or_invalid_token', 401))
  })

  test('does not take an answer to a challenge of another user', async () => {
    const [me, other] = [await person(), await person()]
    const { challenge } = await init<CreationOptions>('/link/init', other)
    expect(await linkTo(me, createPasskey(), { challenge })).toEqual(refusedWith('invalid_credentials', 422))
  })

  test.each(['/link/init', '/link', '/unlink'])('%s needs the session and its device', async path => {
    const me = await person()
    const { challenge } = await init<CreationOptions>('/link/init', me)
    const body = {
      credential_id: 'AAAA',
      authenticator_response: createPasskey().register({ challenge, origin: ORIGIN, ...IN_FRAME }),
    }
    expect(await ask(path, body, { device: me.device })).toEqual(refusedWith('missing_or_invalid_token', 401))
    expect(await ask(path, body, { token: me.token })).toEqual(refusedWith('missing_or_invalid_token', 401))
    const thief = { token: me.token, device: await createDevice() }
    expect(await ask(path, body, thief)).toEqual(refusedWith('missing_or_invalid_token', 401))
  })
})

test.each(['/register/init', '/authenticate/init'])('%s asks for the captcha where it is on', async path => {
  const { id } = await server.registerApp({
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    captcha_enabled: true,
  })
  expect(await ask(path, {}, { app: id })).toEqual(refusedWith('invalid_captcha', 422))
})
