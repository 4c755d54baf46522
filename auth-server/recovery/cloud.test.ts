import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { eq } from 'drizzle-orm'
import { compactDecrypt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { oauthFlows } from '../database/oauth-tables.ts'
import { devices } from '../database/schema.ts'
import { DRIVE_SCOPE } from '../oauth-providers/google-drive.ts'
import { createTestDevice } from '../signer/testing/device.ts'
import { call } from '../testing/client.ts'
import { startProvider, type TestProvider } from '../testing/provider.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { startCloudKit, type TestCloudKit } from './testing/cloudkit.ts'
import { begin, type CloudFlow, comeBack, createRecipient, finish, post } from './testing/recovery-calls.ts'

let server: TestServer
let google: TestProvider
let cloudKit: TestCloudKit
let user: Person
const frame = createRecipient()
const SCOPE = { tokens: { scope: DRIVE_SCOPE } }

async function configure(wallets: object = {}) {
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('The app of the server is gone')
  await replaceConfig(server.ctx.db, app.id, {
    ...app.config,
    google_oauth: true,
    embedded_wallet_config: {
      ...app.config.embedded_wallet_config,
      mode: 'legacy-embedded-wallets-only',
      user_owned_recovery_options: ['google-drive', 'icloud'],
      icloud: cloudKit.container,
      ...wallets,
    },
  })
}

beforeAll(async () => {
  server = await startTestServer()
  ;[google, cloudKit] = await Promise.all([startProvider(), startCloudKit()])
  await configure()
  const settings = google.settings({ issuer: null, jwks_uri: null, scopes: [DRIVE_SCOPE] })
  await server.setClient(server.appId, 'google-drive', { settings, secret: google.secret })
  google.fail(SCOPE)
  user = await logInOnNewDevice(server)
})
afterEach(async () => {
  google.fail(SCOPE)
  cloudKit.login = `${cloudKit.url}/auth?oauth_token=x`
  cloudKit.instead = null
  await configure()
})
afterAll(async () => {
  await Promise.all([google.stop(), cloudKit.stop()])
  await server.stop()
})

const agree = (flow: CloudFlow) => comeBack(server, flow, google.agree(flow.url, { sub: 'ada' }).code)
const outcome = async (answer: ReturnType<typeof finish>) => {
  const { status, body } = await answer
  return body.code === undefined ? [status] : [status, body.code]
}
const MISMATCH = [400, 'oauth_state_mismatch']
const NOT_FROM_HERE = [403, 'expired_or_invalid_authorization']
const UNEXPECTED = [502, 'oauth_unexpected']

async function tokenOf(
  { status, body }: Awaited<ReturnType<typeof finish>>,
  provider: CloudFlow['provider'] = 'google-drive',
  who = user,
) {
  expect(status).toBe(200)
  const words = {
    ...({ origin: ORIGIN, kind: 'cloud-token', appId: server.appId, userId: who.userId } as const),
    ...{ device: who.device.publicKey, provider, recipient: frame.spki, sealed: String(body.access_token) },
  }
  expect(await isStatementOf(server.signerKeys.identity, words, String(body.signature))).toBe(true)
  const { plaintext } = await compactDecrypt(String(body.access_token), frame.privateKey)
  return Buffer.from(plaintext).toString()
}

describe('Google Drive', () => {
  test('asks for the app’s own data alone, at an address of the signer’s, and gives the frame alone the token', async () => {
    const flow = await begin(server, user, 'google-drive')
    const asked = new URL(flow.url)
    expect(asked.origin).toBe(google.issuer)
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-of-the-shop',
      redirect_uri: `${ORIGIN}/oauth/callback`,
      scope: DRIVE_SCOPE,
      state: flow.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    const words = { kind: 'oauth-url', appId: server.appId, flowId: flow.flowId, state: flow.state } as const
    const statement = { origin: ORIGIN, ...words, redirectTo: null, url: flow.url }
    const { identity } = server.signerKeys
    expect(await isStatementOf(identity, statement, String(flow.init.body.signature))).toBe(true)

    const answer = await finish(server, user, flow, await agree(flow), frame.spki)
    const token = await tokenOf(answer)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(answer)).not.toContain(token)
  })

  test('a window finds the flow and leaves its answer, as a login’s does', async () => {
    const flow = await begin(server, user, 'google-drive')
    const started = await call(server, '/api/v1/oauth_flows/start', { body: { flow_id: flow.flowId } })
    expect(started.body).toMatchObject({ url: flow.url, provider: 'google-drive', state_code: flow.state })
    const answer = await agree(flow)
    await call(server, '/api/v1/oauth_flows/answer', { body: { state_code: flow.state, answer } })
    const status = await call(server, '/api/v1/oauth_flows/status', { body: { flow_id: flow.flowId } })
    expect(status.body).toEqual({ answer })
    expect(await outcome(finish(server, user, flow, answer, frame.spki))).toEqual([200])
  })

  test('a flow is good once, also for two at the same time', async () => {
    const flow = await begin(server, user, 'google-drive')
    const answer = await agree(flow)
    const both = await Promise.all(
      [1, 2, 3].map(() => outcome(finish(server, user, flow, answer, frame.spki))),
    )
    expect(both.sort()).toEqual([[200], MISMATCH, MISMATCH])
    expect(await outcome(finish(server, user, flow, answer, frame.spki))).toEqual(MISMATCH)
  })

  test('a flow of another user, of another device, or over is nobody’s', async () => {
    const [other, laptop] = [await logInOnNewDevice(server), await logInOnNewDevice(server, user.email)]
    const flow = await begin(server, user, 'google-drive')
    const answer = await agree(flow)
    for (const who of [other, laptop])
      expect(await outcome(finish(server, who, flow, answer, frame.spki))).toEqual(MISMATCH)
    const expiresAt = new Date(server.clock.now - 1)
    await server.ctx.db.update(oauthFlows).set({ expiresAt }).where(eq(oauthFlows.state, flow.state))
    expect(await outcome(finish(server, user, flow, answer, frame.spki))).toEqual(MISMATCH)
  })

  test('a verifier that was sealed for a login, another user, device or cloud opens nothing', async () => {
    for (const belonging of [
      { purpose: 'login' } as const,
      { purpose: 'link' } as const,
      { userId: 'user_x' },
      { device: 'x'.repeat(43) },
      { identity: { type: 'google_oauth', subject: '' } },
    ]) {
      const flow = await begin(server, user, 'google-drive')
      const identity = belonging.identity && { ...belonging.identity, subject: flow.state }
      const change = { belonging: { ...belonging, ...(identity && { identity }) } }
      const answer = await agree(flow)
      expect(await outcome(finish(server, user, flow, answer, frame.spki, change))).toEqual(NOT_FROM_HERE)
    }
  })

  test('a recipient, an answer or a cloud that the device did not sign is refused', async () => {
    const thief = createRecipient()
    for (const signedBody of [{ recipient: thief.spki }, {}]) {
      const flow = await begin(server, user, 'google-drive')
      const call = { signedBody: { provider: 'google-drive', state_code: flow.state, ...signedBody } }
      const answer = await agree(flow)
      expect(await outcome(finish(server, user, flow, answer, frame.spki, { call }))).toEqual(NOT_FROM_HERE)
    }
    const flow = await begin(server, user, 'google-drive')
    const signer = await createTestDevice()
    const answer = await agree(flow)
    expect(await outcome(finish(server, user, flow, answer, frame.spki, { call: { signer } }))).toEqual(
      NOT_FROM_HERE,
    )
  })

  test('a recipient that is no key of the curve is refused', async () => {
    const flow = await begin(server, user, 'google-drive')
    expect(await outcome(finish(server, user, flow, await agree(flow), 'AAAA'))).toEqual(NOT_FROM_HERE)
  })

  test.each([
    ['for all of a Drive', { scope: 'https://www.googleapis.com/auth/drive' }],
    ['for more besides', { scope: `${DRIVE_SCOPE} https://www.googleapis.com/auth/drive` }],
    ['that does not say for what', {}],
    ['of another kind', { scope: DRIVE_SCOPE, token_type: 'dpop' }],
  ])('a token %s is none', async (_, tokens) => {
    google.fail({ tokens })
    const flow = await begin(server, user, 'google-drive')
    expect(await outcome(finish(server, user, flow, await agree(flow), frame.spki))).toEqual(UNEXPECTED)
  })

  test('what Google does not take, or does not answer, is said so', async () => {
    const flow = await begin(server, user, 'google-drive')
    expect(await outcome(finish(server, user, flow, await comeBack(server, flow, 'c'), frame.spki))).toEqual(
      UNEXPECTED,
    )
    google.fail({ redirect: 'https://evil.example/token' })
    const other = await begin(server, user, 'google-drive')
    expect(await outcome(finish(server, user, other, await agree(other), frame.spki))).toEqual(UNEXPECTED)
  })

  test('Google is sent the app’s secret and the verifier, at the operator’s address alone', async () => {
    const flow = await begin(server, user, 'google-drive')
    await finish(server, user, flow, await agree(flow), frame.spki)
    expect(google.calls.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      client_secret: google.secret,
      code_verifier: flow.verifier,
      redirect_uri: `${ORIGIN}/oauth/callback`,
    })
    const settings = { ...google.settings({ issuer: null }), token_endpoint: 'http://127.0.0.1:1/token' }
    const { appId } = server
    const moved = { flow_id: 'f'.repeat(43), state_code: 's'.repeat(48), code_challenge: 'c'.repeat(43) }
    await server.database.db.execute(
      `update oauth_clients set settings = '${JSON.stringify(settings)}' where app_id = '${appId}'`,
    )
    const answer = await post(server, user, '/recovery/oauth/init', moved)
    await server.setClient(appId, 'google-drive', {
      settings: google.settings({ issuer: null, jwks_uri: null, scopes: [DRIVE_SCOPE] }),
      secret: google.secret,
    })
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  })

  test('a page that it comes back to is one of the site’s own', async () => {
    const redirect_to = 'https://evil.example/'
    const { init } = await begin(server, user, 'google-drive', { redirect_to })
    expect(init).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})

describe('iCloud', () => {
  const TOKEN = '158__40__abc+/='

  test('leads where CloudKit says, and gives the frame what Apple came back with', async () => {
    const flow = await begin(server, user, 'icloud')
    expect(flow.init.status).toBe(200)
    expect(flow.url).toBe(`${cloudKit.url}/auth?oauth_token=x`)
    expect(cloudKit.calls).toContain('/database/1/iCloud.com.shop.wallet/development/public/users/caller')
    const answer = await finish(server, user, flow, await comeBack(server, flow, TOKEN), frame.spki)
    expect(await tokenOf(answer, 'icloud')).toBe(TOKEN)
  })

  test.each([
    'https://evil.example/auth',
    'https://idmsa.apple.com@evil.example/',
    'javascript:alert(1)',
    'https://apple.com.evil.example/',
  ])('nobody is sent to %s', async login => {
    cloudKit.login = login
    const { init } = await begin(server, user, 'icloud')
    expect(init).toMatchObject({ status: 502, body: { code: 'oauth_unexpected' } })
    expect(await server.ctx.db.select().from(oauthFlows).where(eq(oauthFlows.url, login))).toEqual([])
  })

  test.each([
    ['a wrong token', { status: 401, body: { serverErrorCode: 'AUTHENTICATION_FAILED' } }],
    ['who calls, with nobody logged in', { status: 200, body: { userRecordName: '_x' } }],
    ['no JSON', { status: 421, body: 'x' }],
    [
      'an address that is too long',
      { status: 421, body: { serverErrorCode: 'AUTHENTICATION_REQUIRED', redirectURL: 'x'.repeat(5000) } },
    ],
  ])('CloudKit that answers %s is as good as none', async (_, instead) => {
    cloudKit.instead = instead
    const { init } = await begin(server, user, 'icloud')
    expect(init).toMatchObject({ status: 502, body: { code: 'oauth_unexpected' } })
  })

  test('what is no token in an address is refused', async () => {
    const flow = await begin(server, user, 'icloud')
    const answer = await comeBack(server, flow, 'a token\n')
    expect(await outcome(finish(server, user, flow, answer, frame.spki))).toEqual(UNEXPECTED)
  })

  test('a flow of one cloud is none of the other', async () => {
    const flow = await begin(server, user, 'icloud')
    const drive = { ...flow, provider: 'google-drive' } as const
    const answer = await comeBack(server, flow, TOKEN)
    expect(await outcome(finish(server, user, drive, answer, frame.spki))).toEqual(MISMATCH)
  })

  test('its container is told to who is logged in', async () => {
    const path = '/recovery/configuration_icloud'
    const { url: _, ...told } = cloudKit.container
    expect(await post(server, user, path, { client_type: 'web' })).toEqual({ status: 200, body: told })
    expect(await post(server, user, path, { client_type: 'expo-ios' })).toMatchObject({ status: 400 })
    const nobody = await post(server, user, path, { client_type: 'web' }, { authorization: null })
    expect(nobody).toMatchObject({ status: 401 })
  })
})

describe('the way in', () => {
  const CALLS = ['/oauth/init', '/oauth/init_icloud', '/configuration_icloud']

  test.each([
    ['without an origin', { origin: null }, 403, 'missing_origin'],
    ['from a site', { origin: 'https://shop.example' }, 403, 'invalid_origin'],
    ['without an app', { 'vitrine-app-id': null }, 400, 'missing_or_invalid_privy_app_id'],
  ] as const)('%s it is shut', async (_, headers, status, code) => {
    for (const path of [...CALLS, '/oauth/authenticate']) {
      const answer = await post(server, user, `/recovery${path}`, {}, headers)
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code])
    }
  })

  test('a stolen access token without the device’s key begins nothing and ends nothing', async () => {
    const thief = { ...user, device: await createTestDevice() }
    expect((await begin(server, thief, 'google-drive')).init.status).toBe(401)
    const flow = await begin(server, user, 'google-drive')
    const answer = await agree(flow)
    expect(await outcome(finish(server, thief, flow, answer, frame.spki))).toEqual([
      401,
      'missing_or_invalid_token',
    ])
  })

  test('a device that was removed gets no token', async () => {
    const laptop = await logInOnNewDevice(server, user.email)
    const flow = await begin(server, laptop, 'google-drive')
    const answer = await agree(flow)
    await server.ctx.db.delete(devices).where(eq(devices.thumbprint, laptop.device.thumbprint))
    expect(await outcome(finish(server, laptop, flow, answer, frame.spki))).toEqual(NOT_FROM_HERE)
  })

  test('what the app offers no more, or never set up, is refused, also half-way', async () => {
    const flow = await begin(server, user, 'google-drive')
    const answer = await agree(flow)
    const refused = { status: 403, body: { code: 'disallowed_recovery_method' } }
    for (const change of [
      { user_owned_recovery_options: ['user-passcode'] },
      { mode: 'user-controlled-server-wallets-only' },
    ]) {
      await configure(change)
      expect((await begin(server, user, 'google-drive')).init).toMatchObject(refused)
      expect((await begin(server, user, 'icloud')).init).toMatchObject(refused)
      expect(
        await post(server, user, '/recovery/configuration_icloud', { client_type: 'web' }),
      ).toMatchObject(refused)
      expect(await finish(server, user, flow, answer, frame.spki)).toMatchObject(refused)
      for (const path of ['start', 'status'])
        expect(
          await call(server, `/api/v1/oauth_flows/${path}`, { body: { flow_id: flow.flowId } }),
        ).toMatchObject(refused)
    }
    await configure({ icloud: null })
    expect((await begin(server, user, 'icloud')).init).toMatchObject(refused)
    await configure()
    await server.database.db.execute(
      `update oauth_clients set provider = 'away' where provider = 'google-drive'`,
    )
    const unset = await begin(server, user, 'google-drive')
    await server.database.db.execute(
      `update oauth_clients set provider = 'google-drive' where provider = 'away'`,
    )
    expect(unset.init).toMatchObject(refused)
  })
})
