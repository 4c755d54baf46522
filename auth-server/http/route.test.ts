import { createHash } from 'node:crypto'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import { eq, like } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replaceConfig } from '../apps/registry.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { stepUps } from '../database/change-tables.ts'
import { devices, rateLimits, sessions, usedNonces, users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { FUNDING_LIMITS, FUNDING_STATUSES } from '../funding/testing/route-limits.ts'
import { createApp, routesOf } from '../server.ts'
import { type CallOptions, call, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { USERS_API_LIMITS } from '../users-api/testing/route-limits.ts'
import { errorResponse } from './error-response.ts'
import { mount, openRoute, type Route, route } from './route.ts'
import { BACKEND_ROUTES } from './testing/backend-routes.ts'

let server: TestServer
let person: LoggedIn
beforeAll(async () => {
  server = await startTestServer()
  person = await logIn(server, 'anna@mail.example')
})
afterAll(() => server.stop())

let works: unknown[] = []
let rulesAsked = 0
beforeEach(() => {
  works = []
  rulesAsked = 0
})

const FROM = '203.0.113.7'
const STEP_UP = 's'.repeat(43)
const request = z.object({
  text: z.string(),
  token: z.optional(z.string()),
  step_up: z.optional(z.string()),
})

/** A route that asks for everything. */
const everything = route(
  'POST /everything/:part',
  {
    origin: 'own',
    limit: { scope: 'test-network', calls: 1000 },
    method: 'email',
    body: request,
    rule: (_app, body) => {
      rulesAsked++
      if (body.text === 'forbidden') throw apiError('not_supported', 'The rule says no.')
    },
    session: true,
    proof: 'spent',
    captcha: requireCaptcha,
    terms: true,
    unheld: true,
    stepUp: { purpose: 'link', target: body => `test:${body.text}` },
    userLimit: { scope: 'test-user', calls: 1000 },
  },
  ({ c, app, body, session, proof }) => {
    works.push([c.req.param('part'), app.id, body.text, session.userId, proof.url])
    return c.json({})
  },
)

function serverOf(...routes: Route[]): Hono {
  const app = new Hono()
  app.onError(errorResponse)
  mount(app, server.ctx, '/api/v1', routes)
  return app
}

/** One call, which may fail at several guards at once. */
interface Attempt {
  headers: Record<string, string | null>
  body: unknown
  config: Record<string, unknown>
  fullNetwork: boolean
  fullUser: boolean
  hasTerms: boolean
  isHeld: boolean
  hasProof: boolean
}

/** Each guard in the order in which it is asked: how a call fails at it, and what it then answers. */
const GUARDS: readonly (readonly [
  name: string,
  fail: (attempt: Attempt) => void,
  code: string,
  words: string,
])[] = [
  ['origin', a => (a.headers.origin = 'https://evil.example'), 'invalid_origin', 'Only pages'],
  ['limit', a => (a.fullNetwork = true), 'too_many_requests', 'Too many'],
  ['app', a => (a.headers['vitrine-app-id'] = 'app_none'), 'missing_or_invalid_privy_app_id', 'no app'],
  ['method', a => (a.config.email_auth = false), 'disallowed_login_method', 'turned off'],
  ['body', a => (a.body = { text: 1, step_up: STEP_UP }), 'invalid_data', '`text`'],
  ['rule', a => (a.body = { text: 'forbidden', step_up: STEP_UP }), 'not_supported', 'The rule'],
  ['session', a => (a.headers.authorization = 'Bearer none'), 'missing_or_invalid_token', 'has ended'],
  ['proof', a => (a.headers.dpop = 'none'), 'missing_or_invalid_token', 'could not prove'],
  ['captcha', a => (a.config.captcha_enabled = true), 'invalid_captcha', 'human'],
  ['terms', a => (a.hasTerms = false), 'policy_violation', 'terms'],
  ['unheld', a => (a.isHeld = true), 'policy_violation', 'new to your account'],
  ['stepUp', a => (a.hasProof = false), 'step_up_required', 'Confirm'],
  ['userLimit', a => (a.fullUser = true), 'too_many_requests', 'Too many'],
]

/** Makes an otherwise good call, and tells what came of it. */
async function attempt(fails: readonly string[]) {
  const path = '/api/v1/everything/one'
  const { token, device, user } = person
  const proof = await device.prove('POST', `${ORIGIN}${path}`, { accessToken: token, now: server.clock.now })
  const made: Attempt = {
    headers: { authorization: `Bearer ${token}`, dpop: proof },
    body: { text: 'good', step_up: STEP_UP },
    config: { require_users_accept_terms: true },
    fullNetwork: false,
    fullUser: false,
    hasTerms: true,
    isHeld: false,
    hasProof: true,
  }
  for (const [name, fail] of GUARDS) if (fails.includes(name)) fail(made)

  const { db } = server.ctx
  await db.delete(rateLimits).where(like(rateLimits.key, 'test-%'))
  const filled = { points: 1000, expiresAt: new Date(server.clock.now + 60_000) }
  if (made.fullNetwork) await db.insert(rateLimits).values({ key: `test-network:${FROM}`, ...filled })
  if (made.fullUser) await db.insert(rateLimits).values({ key: `test-user:${user.id}`, ...filled })
  const acceptedTermsAt = made.hasTerms ? new Date() : null
  await db.update(users).set({ acceptedTermsAt }).where(eq(users.id, user.id))
  const base = { name: 'Shop', allowed_domains: ['https://shop.example'] }
  await replaceConfig(db, server.appId, editableAppConfig.parse({ ...base, ...made.config }))

  const heldUntil = made.isHeld ? new Date(server.clock.now + 60_000) : null
  await db.update(devices).set({ heldUntil }).where(eq(devices.userId, user.id))
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
  if (!session) throw new Error('no session')
  await db.delete(stepUps)
  if (made.hasProof)
    await db.insert(stepUps).values({
      hash: createHash('sha256').update(STEP_UP).digest('hex'),
      appId: server.appId,
      userId: user.id,
      sessionId: session.id,
      thumbprint: device.thumbprint,
      purpose: 'link',
      target: 'test:good',
      expiresAt: new Date(server.clock.now + 60_000),
    })

  const noncesBefore = await db.$count(usedNonces)
  const headers = Object.fromEntries(
    Object.entries(made.headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  const options: CallOptions = { body: made.body, headers, from: FROM, app: serverOf(everything) }
  const answer = await call<{ code?: string; error?: string }>(server, path, options)
  const counted = await db.select().from(rateLimits).where(like(rateLimits.key, 'test-%'))
  const points = (scope: string) => counted.find(({ key }) => key.startsWith(scope))?.points ?? 0
  return {
    status: answer.status,
    code: answer.body.code,
    error: answer.body.error,
    worked: works.length,
    rulesAsked,
    spent: (await db.$count(usedNonces)) - noncesBefore,
    countedNetwork: points('test-network') - (made.fullNetwork ? 1000 : 0),
    countedUser: points('test-user') - (made.fullUser ? 1000 : 0),
  }
}

describe('the order of the guards', () => {
  test('a good call passes all and gets what it asked for, and its proof is spent', async () => {
    expect(await attempt([])).toMatchObject({
      status: 200,
      worked: 1,
      spent: 1,
      countedNetwork: 1,
      countedUser: 1,
    })
    expect(works).toEqual([['one', server.appId, 'good', person.user.id, `${ORIGIN}/api/v1/everything/one`]])
  })

  const positions = GUARDS.map(([name]) => name)
  const pairs = positions.flatMap((first, i) =>
    positions.slice(i + 1).map(second => [first, second] as const),
  )
  const place = (name: string) => positions.indexOf(name)

  test.each(pairs.filter(([a, b]) => !(a === 'body' && b === 'rule')))(
    'a call that fails at %s and %s is told of the first, and nothing after it has happened',
    async (first, second) => {
      const [, , code, words] = GUARDS[place(first)] ?? []
      const outcome = await attempt([first, second])
      expect(outcome).toMatchObject({ code, error: expect.stringContaining(words ?? ''), worked: 0 })
      const isAfter = (name: string) => place(first) > place(name)
      // Beyond the limit nothing is counted any more.
      expect(outcome.countedNetwork).toBe(isAfter('limit') ? 1 : 0)
      expect(outcome.rulesAsked).toBe(place(first) >= place('rule') ? 1 : 0)
      expect(outcome.spent).toBe(isAfter('proof') ? 1 : 0)
      expect(outcome.countedUser).toBe(isAfter('userLimit') ? 1 : 0)
    },
  )
})

describe('a proof', () => {
  const app = () =>
    serverOf(
      route('POST /spent', { origin: 'own', limit: 'none', session: true, proof: 'spent' }, ({ c }) =>
        c.json({}),
      ),
      route('GET /read', { origin: 'own-read', limit: 'none', session: true, proof: 'read' }, ({ c }) =>
        c.json({}),
      ),
      route('POST /work', { origin: 'own', limit: 'none', proof: 'for-work' }, ({ c, proof }) =>
        c.json({ key: proof.nonce.key }),
      ),
    )
  const twice = async (method: string, path: string, accessToken: string | null) => {
    const url = `${ORIGIN}/api/v1${path}`
    const device = accessToken === null ? await createDevice() : person.device
    const options = { now: server.clock.now, ...(accessToken !== null && { accessToken }) }
    const dpop = await device.prove(method, url, options)
    const headers = { dpop, ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }) }
    const send = () => call(server, `/api/v1${path}`, { method, headers, app: app() })
    return [await send(), await send()].map(({ status, body }) => [status, body.code])
  }

  test('that is spent is refused the second time', async () => {
    expect(await twice('POST', '/spent', person.token)).toEqual([
      [200, undefined],
      [401, 'missing_or_invalid_token'],
    ])
  })

  test('of a read may be seen twice', async () => {
    expect(await twice('GET', '/read', person.token)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })

  test('that the work spends is handed to it unspent', async () => {
    const before = await server.ctx.db.$count(usedNonces)
    expect(await twice('POST', '/work', null)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect(await server.ctx.db.$count(usedNonces)).toBe(before)
  })

  test('of a stolen session’s token by another device is refused', async () => {
    const thief = await createDevice()
    const url = `${ORIGIN}/api/v1/spent`
    const dpop = await thief.prove('POST', url, { accessToken: person.token, now: server.clock.now })
    const headers = { dpop, authorization: `Bearer ${person.token}` }
    const answer = await call(server, '/api/v1/spent', { headers, app: app() })
    expect(answer).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
  })
})

describe('every route of the server', () => {
  const all = () =>
    routesOf(server.ctx).flatMap(([base, routes]) =>
      routes.map(({ verb, path, guards }) => ({
        name: `${verb} ${path === '/' ? base : `${base}${path}`}`,
        guards,
      })),
    )
  const frames = () => all().filter(({ guards }) => guards.app !== 'secret')
  const names = (keep: (guards: Route['guards']) => boolean) =>
    all()
      .filter(({ guards }) => keep(guards))
      .map(({ name }) => name)
      .sort()

  test('is made by `route`: the server answers on no other path', () => {
    const mounted = createApp(server.ctx)
      .routes.filter(({ path }) => path !== '/*')
      .map(({ method, path }) => `${method} ${path}`)
    expect(mounted.sort()).toEqual(names(() => true))
    expect(mounted.length).toBeGreaterThan(40)
  })

  /** For the frame server and whoever watches the server. */
  const INTERNAL = ['GET /frame/:app_id', 'GET /health', 'GET /health/ready']
  const PUBLIC = ['GET /api/v1/apps/:app_id', 'GET /api/v1/apps/:app_id/jwks.json']
  const INBOX = ['GET /dev/inbox', 'GET /dev/inbox.json', 'GET /dev/inbox/:id']

  test('compares no origin only where another process of the server asks, or a backend calls', () => {
    expect(names(({ origin }) => origin === 'none')).toEqual([...INTERNAL, ...BACKEND_ROUTES].sort())
    expect(names(({ app }) => app === 'secret')).toEqual(BACKEND_ROUTES)
    expect(names(({ origin }) => origin === 'any')).toEqual(PUBLIC)
    expect(names(({ origin }) => origin === 'own-machine')).toEqual(INBOX)
  })

  test('that a backend calls besides frames asks it for the app’s secret and its signature, and frames for theirs', async () => {
    const both = routesOf(server.ctx).flatMap(([, routes]) => routes.filter(({ backend }) => backend))
    expect(both.map(({ path }) => path)).toEqual(['/wallets/:wallet_id/rpc'])
    expect(both[0]?.backend?.guards).toMatchObject({
      ...{ origin: 'none', app: 'secret', limit: { scope: 'delegate-network', calls: 6_000 } },
    })
    expect(both[0]?.guards).toMatchObject({ origin: 'own', session: true, proof: 'spent' })
  })

  test('has a rate limit unless it is read by every page view', () => {
    expect(names(({ limit }) => limit === 'none')).toEqual([...INTERNAL, ...INBOX, ...PUBLIC].sort())
  })

  /** Calls in ten minutes, of one network (`×`: for each login that it may make) and then of one user. */
  const limitOf = ({ limit, userLimit }: Route['guards']) =>
    [
      limit === 'none' ? '' : `${limit.scope} ${'calls' in limit ? limit.calls : `×${limit.perLogin}`}`,
      ...(userLimit ? [`${userLimit.scope} ${userLimit.calls}`] : []),
    ].join(', ')

  test('is counted with those of its kind, up to a number that is written down here too', () => {
    const counted: Record<string, string[]> = {}
    for (const { name, guards } of all().filter(({ guards }) => guards.limit !== 'none'))
      counted[limitOf(guards)] = [...(counted[limitOf(guards)] ?? []), name.replace(/^\S+ \/api\/v1\//, '')]
    expect(counted).toEqual({
      'account-held-network ×4, account-held-user 120': ['', '/allow', '/refuse'].map(
        call => `account/held${call}`,
      ),
      'account-undo 60': ['account/undo'],
      'activity-network ×10, activity-user 300': ['users/me/activity'],
      'activity-report-network ×10, activity-report-user 600': ['users/me/activity'],
      'analytics 600': ['analytics_events'],
      'approval-flow-offer-network ×4, approval-flow-offer 60': ['approval_flows/offer'],
      'approval-flow-claim ×40': ['approval_flows/claim'],
      'approval-flow-answer ×8': ['approval_flows/answer'],
      'approval-flow-status ×60': ['approval_flows/status'],
      'approval-flow-close-network ×8, approval-flow-close 240': ['approval_flows/close'],
      'approval-flow-outcome ×60': ['approval_flows/outcome'],
      ...FUNDING_LIMITS,
      ...USERS_API_LIMITS,
      'captcha-challenge-network ×1': ['captcha/challenge'],
      'custom-jwt-network ×1': ['authenticate', 'link', 'transfer'].map(call => `custom_jwt_account/${call}`),
      'email-init-network ×1': ['passwordless/init'],
      'email-authenticate-network ×1': ['authenticate', 'link', 'update'].map(call => `passwordless/${call}`),
      'email-unlink-network ×1': ['passwordless/unlink', 'passwordless/transfer'],
      'embedded-network ×20, embedded-user 300': [
        ...['', '/imported', '/:address/export', '/wallets', '/sharings', '/shares'],
        ...['/key_material', '/shares', ''].map(call => `/:address/recovery${call}`),
      ].map(call => `embedded_wallets${call}`),
      'batch-network 1200': ['wallets/import/key', 'wallets/import'],
      'farcaster-init-network ×2': ['farcaster/init'],
      'farcaster-status-network ×250': ['farcaster/status'],
      'farcaster-network ×1': ['farcaster/authenticate', 'farcaster/link'],
      'farcaster-unlink-network ×1': ['farcaster/unlink', 'farcaster/transfer'],
      'guest-network ×1': ['guest/authenticate'],
      'login-code-redeem 6000': ['sessions/login_code'],
      'me-network ×20': ['users/me', 'users/me/accept_terms'],
      'oauth-init-network ×2': ['oauth/init'],
      'oauth-start-network ×40': ['oauth_flows/start'],
      'oauth-answer-network ×4': ['oauth_flows/answer'],
      'oauth-status-network ×200': ['oauth_flows/status'],
      'oauth-network ×1': ['oauth/authenticate', 'oauth/link'],
      'oauth-unlink-network ×1': ['oauth/unlink', 'oauth/transfer'],
      'mfa-network ×6, mfa-read-user 120': ['mfa/methods'],
      'mfa-network ×6, mfa-send-user 12': ['mfa/passwordless_sms/init', 'mfa/passwordless/init'],
      'mfa-network ×6, mfa-user 60': [
        ...['totp/init', 'totp/enroll'],
        ...['totp', 'passwordless_sms', 'passwordless'].flatMap(path => [
          `${path}/verify`,
          `${path}/unenroll`,
        ]),
        ...['passwordless_sms/enroll', 'passwordless/enroll', 'passkeys/init', 'passkeys/verify'],
        ...['passkeys/enrollment', 'recovery_codes/verify', 'recovery_codes/regenerate'],
      ].map(call => `mfa/${call}`),
      'own-data-network ×1, own-data-user 12': ['users/me/export', 'users/me/delete'],
      'passkey-init-network ×1': ['register', 'authenticate', 'link'].map(call => `passkeys/${call}/init`),
      'passkey-answer-network ×1': ['register', 'authenticate', 'link', 'unlink'].map(it => `passkeys/${it}`),
      'passkey-rename-network ×1, passkey-rename-user 60': ['passkeys/rename'],
      'recovery-network ×10, recovery-user 100': [
        ...['oauth/init', 'oauth/init_icloud', 'oauth/authenticate', 'configuration_icloud'],
      ].map(call => `recovery/${call}`),
      'recovery-wait-network ×40, recovery-wait-user 400': ['request', 'claim'].map(
        call => `recovery/encryption_key/${call}`,
      ),
      'recovery-key-enter 6000': ['users/:user_id/recovery_key'],
      'scan-network ×5, scan-user 120': ['scan/transaction'],
      'host-key-network ×4, host-key-user 60': ['sessions/host_key'],
      'session-resume-network ×10': ['sessions/resume'],
      'session-network ×10': ['sessions', 'sessions/logout', 'sessions/login_code/create'],
      'session-end-network ×4, session-end-user 120': ['sessions/end'],
      'session-list-network ×4, session-list-user 120': ['sessions/list'],
      'siwe-init-network ×2': ['siwe/init'],
      'siwe-network ×1': ['authenticate', 'link', 'link_smart_wallet'].map(call => `siwe/${call}`),
      'siwe-unlink-network ×1': ['siwe/unlink', 'siwe/transfer'],
      'siws-init-network ×2': ['siws/init'],
      'siws-network ×1': ['siws/authenticate', 'siws/link'],
      'siws-unlink-network ×1': ['siws/unlink', 'siws/transfer'],
      'sms-init-network ×1': ['passwordless_sms/init'],
      'sms-authenticate-network ×1': ['authenticate', 'link', 'update'].map(it => `passwordless_sms/${it}`),
      'sms-unlink-network ×1': ['passwordless_sms/unlink', 'passwordless_sms/transfer'],
      'telegram-init-network ×2': ['telegram/init'],
      'telegram-network ×1': ['telegram/authenticate', 'telegram/link'],
      'telegram-unlink-network ×1': ['telegram/unlink', 'telegram/transfer'],
      'step-up-network ×4, step-up-user 60': ['ways', 'code', 'challenge', 'verify'].map(
        call => `step_up/${call}`,
      ),
      'wallet-network ×10, wallet-user 600': [
        ...['', '/:wallet_id/rpc', '/import/init', '/import/submit', '/:wallet_id/export'].map(
          call => `wallets${call}`,
        ),
        ...['/:wallet_id/delegation_terms', '/:wallet_id'].map(call => `wallets${call}`),
        'embedded_wallets/keys',
      ],
      'revoke-network ×10, revoke-user 120': ['wallets/revoke'],
      'delegations-network ×10, delegations-user 300': ['users/me/delegations'],
    })
  })

  test('of a login method asks whether it is on, but to take a login away or name it', () => {
    for (const { method, path } of LOGIN_ENTRIES) {
      const own = all().filter(({ name }) => name.startsWith(`POST /api/v1${path}/`))
      expect(own.length).toBeGreaterThan(0)
      for (const { name, guards } of own)
        expect([name, guards.method]).toEqual([name, /\/(unlink|rename)$/.test(name) ? undefined : method])
    }
  })

  test('that has a code sent or a passkey asked for takes the captcha', () => {
    // Of who is logged in, about nothing that is sent to anybody, or a few times for each user.
    const ofUsers = ['POST /api/v1/recovery/oauth/init', 'POST /api/v1/funding/coinbase_on_ramp/init']
    expect(names(({ captcha }) => captcha === requireCaptcha)).toEqual(
      names(() => true).filter(
        name => name.endsWith('/init') && !/\/(wallets\/import|mfa)\//.test(name) && !ofUsers.includes(name),
      ),
    )
  })

  test('that changes something is for the own origin', () => {
    const changing = all().filter(({ name }) => !name.startsWith('GET '))
    const elsewhere = changing.filter(({ guards }) => guards.origin !== 'own').map(({ name }) => name)
    expect(elsewhere.sort()).toEqual(BACKEND_ROUTES.filter(name => !name.startsWith('GET ')))
  })

  test('of a session asks for a proof of its device', () => {
    expect(names(({ session, proof }) => session !== undefined && proof === undefined)).toEqual([])
    expect(names(({ proof }) => proof === 'read')).toEqual([
      ...FUNDING_STATUSES.map(it => `GET /api/v1/${it}`),
      'GET /api/v1/sessions/list',
      'GET /api/v1/users/me',
      'GET /api/v1/users/me/activity',
      'GET /api/v1/users/me/delegations',
      // Asked each second, and what it gives away once is sealed.
      'POST /api/v1/approval_flows/status',
    ])
    expect(names(({ proof }) => proof === 'for-refresh')).toEqual(['POST /api/v1/sessions'])
    expect(names(({ proof }) => typeof proof === 'function')).toEqual(['POST /api/v1/sessions/logout'])
  })

  test('whose work spends the proof has a code sent, or ends in a login, a link, an update or a step-up', () => {
    for (const name of names(({ proof }) => proof === 'for-work'))
      expect(name).toMatch(
        /\/(passwordless(_sms)?\/init|step_up\/code)$|\/(authenticate|link|link_smart_wallet|update|step_up\/verify)$/,
      )
  })

  test('that is a door asks for a proof of a way in, and of a device that is not held', () => {
    const doors = frames().filter(({ name }) =>
      /\/(link|link_smart_wallet|update|unlink|recovery|allow|refuse|embedded_wallets|imported|submit|export|wallets\/:wallet_id|(un)?enroll|enrollment|regenerate|me\/delete)$/.test(
        name,
      ),
    )
    expect(doors).toHaveLength(39)
    expect(names(({ stepUp }) => stepUp !== undefined)).toEqual(doors.map(({ name }) => name).sort())
    for (const { guards } of doors)
      expect(guards).toMatchObject({ session: true, unheld: true, stepUp: { purpose: expect.any(String) } })
  })

  test('that brings two accounts together asks for a proof by a device that is not held', () => {
    const transfers = all().filter(({ name }) => name.endsWith('/transfer'))
    expect(transfers).toHaveLength(8)
    for (const { guards } of transfers)
      expect(guards).toMatchObject({ session: true, proof: 'spent', unheld: true })
  })

  test('of a wallet asks for the terms, and for a device that is not held, but to stop who uses it', () => {
    const wallets = frames().filter(
      ({ name }) => /\/api\/v1\/(embedded_)?wallets/.test(name) && !name.endsWith('/revoke'),
    )
    expect(wallets.length).toBeGreaterThan(8)
    for (const { guards } of wallets)
      expect(guards).toMatchObject({ session: true, proof: 'spent', terms: true, unheld: true })
  })

  test('that states nothing but origin and limit has no app', () => {
    const made = openRoute('GET /x', { origin: 'none', limit: 'none' }, c => c.text(''))
    expect(made.guards).toEqual({ origin: 'none', limit: 'none', app: 'none' })
  })
})
