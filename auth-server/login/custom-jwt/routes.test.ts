import { createHmac } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIssuer, storeIssuer } from '../../apps/issuers.ts'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { accounts, sessions } from '../../database/schema.ts'
import { type Answer, call, type LoggedIn, logIn, type SignedCall, signedCall } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { AUDIENCE, type Claims, ISSUER, type Issuer, startIssuer } from '../../testing/issuer.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

const PATH = '/api/v1/custom_jwt_account/authenticate'
const DAY_S = 24 * 60 * 60
type Login = Answer<AuthenticatedUser & { code: string; error: string }>

let server: TestServer
let issuer: Issuer
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  issuer = await startIssuer()
  appId = await appOf(issuer)
})
afterAll(async () => {
  await issuer.stop()
  await server.stop()
})

const custom = (keys: { jwks_url: string } | { public_key: string }, subject_claim = 'sub') => ({
  custom_jwt_auth: true,
  custom_jwt_config: { issuer: ISSUER, audience: AUDIENCE, subject_claim, ...keys },
})
const appOf = async ({ jwksUrl }: Issuer) => (await server.registerApp(custom({ jwks_url: jwksUrl }))).id
const seconds = () => Math.floor(server.clock.now / 1000)

/** As the frame reads it, which does not check. */
function subjectOf(token: string, claim = 'sub'): string {
  try {
    const named = decodeJwt(token)[claim]
    return typeof named === 'string' ? named : ''
  } catch {
    return ''
  }
}

async function enter(
  token: string,
  {
    app = appId,
    by,
    mode,
    subject = subjectOf(token),
    ...options
  }: {
    app?: string
    by?: Device
    mode?: string
    subject?: string
  } & Omit<Partial<SignedCall>, 'app' | 'body'> = {},
): Promise<Login> {
  return signedCall(server, by ?? (await createDevice()), PATH, {
    ...options,
    body: { custom_user_id: subject, ...(mode && { mode }) },
    secret: { member: 'token', value: token, identity: { type: 'custom_auth', subject } },
    headers: { 'vitrine-app-id': app, ...options.headers },
  })
}
const enterWith = async (claims: Claims, header = {}) =>
  enter(await issuer.sign(server.clock.now, claims, header))

const REFUSED = { status: 422, body: { code: 'invalid_credentials' } }

describe('logging in with the site’s own token', () => {
  test('makes a user of the token’s subject, and finds that user again', async () => {
    const first = await enterWith({ sub: 'first' })
    expect(first).toMatchObject({
      status: 200,
      body: {
        is_new_user: true,
        user: { is_guest: false, linked_accounts: [{ type: 'custom_auth', custom_user_id: 'first' }] },
      },
    })
    const again = await enterWith({ sub: 'first' })
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id } })
    expect((await enterWith({ sub: 'second' })).body.user.id).not.toBe(first.body.user.id)
  })

  test('takes the same token again, each time with a proof of its own', async () => {
    const token = await issuer.sign(server.clock.now, { sub: 'again', jti: 'one' })
    const [one, other] = [await enter(token), await enter(token)]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.user.id).toBe(one.body.user.id)
  })

  test('first logins at once make one user', async () => {
    const token = await issuer.sign(server.clock.now, { sub: 'at-once' })
    const answers = await Promise.all([enter(token), enter(token), enter(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })

  test('of two uses of one device proof at once, one opens a session', async () => {
    const device = await createDevice()
    const token = await issuer.sign(server.clock.now, { sub: 'one-proof' })
    const { body } = await enter(token)
    const dpop = await device.prove('POST', `${ORIGIN}${PATH}`, { now: server.clock.now })
    const answers = await Promise.all(
      [1, 2].map(() => enter(token, { by: device, wrong: { headers: { dpop } } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const rows = await server.ctx.db.select().from(sessions).where(eq(sessions.userId, body.user.id))
    expect(rows).toHaveLength(2)
  })

  test('needs a proof of the device’s key', async () => {
    const token = await issuer.sign(server.clock.now)
    expect(await enter(token, { wrong: { headers: { dpop: '' } } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('signs nobody up where the site wants no sign-up', async () => {
    const token = await issuer.sign(server.clock.now, { sub: 'unknown' })
    expect(await enter(token, { mode: 'no-signup' })).toMatchObject({
      status: 404,
      body: { code: 'user_does_not_exist' },
    })
    expect((await enter(token)).body.is_new_user).toBe(true)
  })

  test('reads the user from the claim that the operator names', async () => {
    const { id } = await server.registerApp(custom({ jwks_url: issuer.jwksUrl }, 'account_id'))
    const token = await issuer.sign(server.clock.now, { account_id: '42' })
    const subject = '42'
    expect((await enter(token, { app: id, subject })).body.user.linked_accounts).toMatchObject([
      { custom_user_id: '42' },
    ])
    expect(await enter(await issuer.sign(server.clock.now), { app: id, subject })).toMatchObject(REFUSED)
  })

  test('is only for apps that set it up', async () => {
    const token = await issuer.sign(server.clock.now)
    const { id } = await server.registerApp({ custom_jwt_auth: true })
    const off = await server.registerApp({ ...custom({ jwks_url: issuer.jwksUrl }), custom_jwt_auth: false })
    for (const app of [server.appId, id, off.id]) {
      expect(await enter(token, { app })).toMatchObject({
        status: 403,
        body: { code: 'disallowed_login_method' },
      })
    }
  })

  test('is not for other origins', async () => {
    const headers = { origin: 'https://shop.example' }
    expect((await enter(await issuer.sign(server.clock.now), { headers })).body.code).toBe('invalid_origin')
  })

  test('is limited for one network, over two server processes', async () => {
    const settings = { ...server.ctx.settings, networkLimit: 2 }
    const processes = [server.second({ settings }), server.second({ settings })] as const
    const from = '198.51.100.8'
    const statuses: number[] = []
    for (const app of [...processes, processes[0]]) {
      const headers = { 'vitrine-app-id': appId }
      statuses.push(
        (await call(server, PATH, { app, from, headers, body: { token: 'a.b.c', custom_user_id: 'ada' } }))
          .status,
      )
    }
    expect(statuses).toEqual([403, 403, 429])
  })

  test('keeps the issuer’s settings from the frame', async () => {
    const { body } = await call(server, `/api/v1/apps/${appId}`, { method: 'GET' })
    expect(body).toMatchObject({ custom_jwt_auth: true, custom_jwt_subject_claim: 'sub' })
    expect(JSON.stringify(body)).not.toContain(issuer.jwksUrl)
  })
})

describe('a token that does not hold', () => {
  const tokenOf = (head: object, signature: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = seconds()
    return `${part(head)}.${part({ iss: ISSUER, aud: AUDIENCE, sub: 'ada', iat, exp: iat + 300 })}.${signature}`
  }

  test.each<[string, () => Claims]>([
    ['of another issuer', () => ({ iss: 'https://accounts.other.example' })],
    ['of an issuer that begins like ours', () => ({ iss: `${ISSUER}/` })],
    ['of no issuer', () => ({ iss: undefined })],
    ['for another audience', () => ({ aud: 'other' })],
    ['for no audience', () => ({ aud: undefined })],
    ['that has expired', () => ({ exp: seconds() - 31 })],
    ['that never expires', () => ({ exp: undefined })],
    ['that lasts longer than a day', () => ({ exp: seconds() + DAY_S + 60 })],
    ['that is not valid yet', () => ({ nbf: seconds() + 60 })],
    ['of nobody', () => ({ sub: undefined })],
    ['of an empty name', () => ({ sub: '' })],
    ['of a name that is no text', () => ({ sub: 42 })],
    ['of an endless name', () => ({ sub: 'a'.repeat(513) })],
  ])('%s', async (_name, claims) => {
    expect(await enterWith(claims())).toMatchObject(REFUSED)
  })

  test.each<[string, () => Claims]>([
    [
      'thirty seconds of clock difference',
      // By the signer's clock, which goes on while this server's stands.
      () => ({ exp: Math.floor(Date.now() / 1000) - 15, nbf: Math.floor(Date.now() / 1000) + 15 }),
    ],
    ['a list of audiences with ours in it', () => ({ aud: ['other', AUDIENCE] })],
    ['a day of life', () => ({ exp: seconds() + DAY_S })],
  ])('while %s is fine', async (_name, claims) => {
    expect((await enterWith(claims())).status).toBe(200)
  })

  test.each([
    // UTF-8 encoders write a replacement character for half of a UTF-16 pair.
    ['a\ud800', 'a\ufffd'],
    ['a\0b', 'a\0b'],
  ])('whose subject %j could be stored as another one', async (sub, subject) => {
    const token = await issuer.sign(server.clock.now, { sub })
    expect(await enter(token, { subject })).toMatchObject(REFUSED)
  })

  test('that is signed by nobody', async () => {
    expect(await enter(tokenOf({ alg: 'none' }, ''))).toMatchObject(REFUSED)
    expect(await enter(tokenOf({ alg: 'none' }, 'AA'))).toMatchObject(REFUSED)
  })

  test.each(['jwks_url', 'public_key'] as const)(
    'that is signed by HMAC with the public key (%s)',
    async kind => {
      const keys = kind === 'jwks_url' ? { jwks_url: issuer.jwksUrl } : { public_key: issuer.pem }
      const { id } = await server.registerApp(custom(keys))
      const [head, payload] = tokenOf({ alg: 'HS256', kid: 'key-1' }, 'AA').split('.')
      const signature = createHmac('sha256', issuer.pem).update(`${head}.${payload}`).digest('base64url')
      expect(await enter(`${head}.${payload}.${signature}`, { app: id })).toMatchObject(REFUSED)
    },
  )

  test('that is signed by another key under the same id', async () => {
    const impostor = await startIssuer()
    expect(await enter(await impostor.sign(server.clock.now))).toMatchObject(REFUSED)
    await impostor.stop()
  })

  test('that was changed after it was signed', async () => {
    const [head, , signature] = (await issuer.sign(server.clock.now)).split('.')
    const payload = tokenOf({}, '').split('.')[1]
    expect(await enter(`${head}.${payload}x.${signature}`)).toMatchObject(REFUSED)
  })

  test('that brings a key of its own', async () => {
    const other = await startIssuer()
    const jwk = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
    const token = await other.sign(server.clock.now, {}, { kid: 'unknown', jwk })
    expect(await enter(token)).toMatchObject(REFUSED)
    await other.stop()
  })

  test.each([
    ['no JWT', 'token'],
    ['five parts, which are an encrypted one', 'a.b.c.d.e'],
    ['a huge one', `${'a'.repeat(16_384)}.b.c`],
  ])('%s', async (_name, token) => {
    expect(await enter(token, { subject: 'ada' })).toMatchObject(REFUSED)
  })

  test('whose user is another than the request says', async () => {
    const token = await issuer.sign(server.clock.now, { sub: 'eve' })
    expect(await enter(token, { subject: 'ada' })).toMatchObject(REFUSED)
  })
})

describe('the API process', () => {
  test('takes no token that it could read: an old page is told to reload', async () => {
    const device = await createDevice()
    const token = await issuer.sign(server.clock.now)
    const inTheClear = (body: Readonly<Record<string, unknown>>) =>
      signedCall(server, device, PATH, { body, headers: { 'vitrine-app-id': appId } })
    // The frame of an earlier release named nobody beside it.
    for (const body of [{ token }, { token, custom_user_id: 'ada' }])
      expect(await inTheClear(body)).toMatchObject({
        status: 403,
        body: { code: 'expired_or_invalid_authorization', error: expect.stringContaining('Reload the page') },
      })
    expect(await inTheClear({ custom_user_id: 'ada' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('cannot set whose tokens count, by the app’s config or by the table of what is sealed', async () => {
    const stranger = await startIssuer()
    const { id } = await server.registerApp(custom({ jwks_url: issuer.jwksUrl }))
    const app = await findApp(server.ctx.db, id)
    if (!app) throw new Error('no app')
    const config = editableAppConfig.parse({ ...app.config, ...custom({ jwks_url: stranger.jwksUrl }) })
    await replaceConfig(server.ctx.db, id, config)
    expect(await enter(await stranger.sign(server.clock.now), { app: id })).toMatchObject(REFUSED)
    expect(stranger.fetches()).toBe(0)
    expect((await enter(await issuer.sign(server.clock.now), { app: id })).status).toBe(200)
    const settings = config.custom_jwt_config
    if (!settings) throw new Error('no settings')
    await expect(
      storeIssuer(server.ctx.db, id, 'custom-jwt', { settings, seal: 'A'.repeat(43) }),
    ).rejects.toThrow()
    await stranger.stop()
  })

  test('says that it cannot be checked now where nobody has sealed what an earlier release set', async () => {
    const { id } = await server.registerApp(custom({ jwks_url: issuer.jwksUrl }))
    const known = await findIssuer(server.ctx.db, id, 'custom-jwt')
    if (!known) throw new Error('no settings')
    for (const seal of [null, 'A'.repeat(43)]) {
      await storeIssuer(server.database.db, id, 'custom-jwt', { ...known, seal })
      expect(await enter(await issuer.sign(server.clock.now), { app: id })).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      })
    }
  })
})

describe('the issuer’s keys', () => {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'] as const)('%s by key set and by PEM', async alg => {
    const own = await startIssuer(alg)
    for (const keys of [{ jwks_url: own.jwksUrl }, { public_key: own.pem }]) {
      const { id } = await server.registerApp(custom(keys))
      expect((await enter(await own.sign(server.clock.now), { app: id })).status).toBe(200)
    }
    await own.stop()
  })

  test('are fetched once for many logins, and for unknown keys at most every half minute', async () => {
    const own = await startIssuer()
    const app = await appOf(own)
    for (let i = 0; i < 3; i++) await enter(await own.sign(server.clock.now), { app })
    expect(own.fetches()).toBe(1)
    await own.rotate()
    expect(await enter(await own.sign(server.clock.now), { app })).toMatchObject(REFUSED)
    expect(own.fetches()).toBe(1)
    await own.stop()
  })

  test.each<[string, Parameters<Issuer['break']>[0]]>([
    ['fail', { status: 500 }],
    ['redirect elsewhere', { status: 302, location: 'http://127.0.0.1:1/jwks.json' }],
    ['never answer', 'hang'],
  ])('that %s are told apart from a bad token', async (_name, answer) => {
    const own = await startIssuer()
    const app = await appOf(own)
    own.break(answer)
    expect(await enter(await own.sign(server.clock.now), { app })).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
    own.break(null)
    expect((await enter(await own.sign(server.clock.now), { app })).status).toBe(200)
    await own.stop()
  })

  test('a redirect is not followed', async () => {
    const [own, elsewhere] = [await startIssuer(), await startIssuer()]
    const app = await appOf(own)
    own.break({ status: 302, location: elsewhere.jwksUrl })
    expect((await enter(await elsewhere.sign(server.clock.now), { app })).status).toBe(503)
    expect(elsewhere.fetches()).toBe(0)
    await Promise.all([own.stop(), elsewhere.stop()])
  })
})

describe('linking the site’s account', () => {
  const LINK = '/api/v1/custom_jwt_account/link'
  let linkable: TestServer['appId']

  /** A user who logged in by email, in the default app of the test server once that has an issuer. */
  async function link(
    { device, token, user }: LoggedIn,
    sub: string,
    headers = {},
    app: TestServer['app'] = server.app,
  ) {
    return signedCall<WireUser & { code: string }>(server, device, LINK, {
      body: { custom_user_id: sub },
      secret: {
        member: 'token',
        value: await issuer.sign(server.clock.now, { sub }),
        identity: { type: 'custom_auth', subject: sub },
      },
      as: { userId: user.id, token },
      headers: { 'vitrine-app-id': linkable },
      wrong: { headers },
      app,
    })
  }
  const person = (name: string) => logIn({ ...server, appId: linkable }, `${name}@mail.example`)

  beforeAll(async () => {
    linkable = (await server.registerApp(custom({ jwks_url: issuer.jwksUrl }))).id
  })

  test('gives the user a further way to log in', async () => {
    const ada = await person('link-ada')
    expect(await link(ada, 'linked')).toMatchObject({
      status: 200,
      body: {
        id: ada.user.id,
        linked_accounts: expect.arrayContaining([expect.objectContaining({ custom_user_id: 'linked' })]),
      },
    })
    const token = await issuer.sign(server.clock.now, { sub: 'linked' })
    expect((await enter(token, { app: linkable })).body.user.id).toBe(ada.user.id)
  })

  test('one account cannot have two users, nor one user two accounts', async () => {
    const [bob, eve] = [await person('link-bob'), await person('link-eve')]
    expect((await link(bob, 'bob')).status).toBe(200)
    expect((await link(eve, 'bob')).body.code).toBe('linked_to_another_user')
    expect((await link(bob, 'bob-2')).body.code).toBe('cannot_link_more_of_type')
  })

  test('two links of one account at once leave it with one user', async () => {
    const people = [await person('race-a'), await person('race-b')]
    const answers = await Promise.all(people.map(each => link(each, 'raced')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.subject, 'raced'))
    expect(rows).toHaveLength(1)
  })

  test('of two links with one device proof at once, at two processes, one happens', async () => {
    const ada = await person('link-proof')
    const claims = { now: server.clock.now, accessToken: ada.token }
    const dpop = await ada.device.prove('POST', `${ORIGIN}${LINK}`, claims)
    const answers = await Promise.all(
      [server.app, server.second()].map(app => link(ada, 'one-link-proof', { dpop }, app)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('needs a session and its device', async () => {
    const ada = await person('link-device')
    const thief = { ...ada, device: await createDevice() }
    expect(await link(thief, 'stolen')).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    expect((await link(ada, 'stolen', { authorization: '' })).status).toBe(401)
  })
})
