import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { like } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { call } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { OWN_MACHINE } from '../words/asked-from.ts'
import { errorResponse } from './error-response.ts'
import { networkOf, placeOf, siteOf } from './network.ts'
import { limitRate } from './rate-limit.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ networkLimit: 20 })
})
afterAll(() => server.stop())

const MUTATING = [
  '/api/v1/passwordless/init',
  '/api/v1/passwordless/authenticate',
  '/api/v1/passwordless/link',
  '/api/v1/passwordless/update',
  '/api/v1/passwordless/unlink',
  '/api/v1/passwordless_sms/init',
  '/api/v1/passwordless_sms/authenticate',
  '/api/v1/passwordless_sms/link',
  '/api/v1/passwordless_sms/update',
  '/api/v1/passwordless_sms/unlink',
  '/api/v1/passkeys/register/init',
  '/api/v1/passkeys/register',
  '/api/v1/passkeys/authenticate/init',
  '/api/v1/passkeys/authenticate',
  '/api/v1/passkeys/link/init',
  '/api/v1/passkeys/link',
  '/api/v1/passkeys/unlink',
  '/api/v1/guest/authenticate',
  '/api/v1/custom_jwt_account/authenticate',
  '/api/v1/custom_jwt_account/link',
  '/api/v1/users/me/accept_terms',
  '/api/v1/sessions',
  '/api/v1/sessions/logout',
  '/api/v1/sessions/login_code/create',
  '/api/v1/analytics_events',
  '/api/v1/captcha/challenge',
  '/api/v1/wallets',
]
const raw = (path: string, init: RequestInit) => server.app.request(`${ORIGIN}${path}`, init)

describe('the origin check', () => {
  test.each(MUTATING)('%s refuses calls without Origin and from elsewhere', async path => {
    const refused = async (headers: Record<string, string>) => {
      const answer = await raw(path, { method: 'POST', body: '{}', headers })
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    expect(await refused({})).toEqual([403, 'missing_origin'])
    for (const origin of ['https://shop.example', 'null', `${ORIGIN}.evil.example`, `${ORIGIN}/`]) {
      expect(await refused({ origin })).toEqual([403, 'invalid_origin'])
    }
  })

  test('a read from another site is refused', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await raw('/api/v1/users/me', { headers })
      expect([answer.status, await answer.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'invalid_origin' }),
      ])
    }
  })
})

test.each(MUTATING)('%s names a missing or unknown app', async path => {
  for (const id of ['', 'app_unknown', 'x'.repeat(1000)]) {
    const answer = await call(server, path, { body: {}, headers: { 'vitrine-app-id': id } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_or_invalid_privy_app_id' } })
  }
})

test.each([
  ['POST', '/api/v1/passwordless/init', { email: 'a\0b@mail.example' }],
  ['POST', '/api/v1/passwordless/init', { email: 'a\ud800@mail.example' }],
  ['POST', '/api/v1/analytics_events', { event_name: 'a\0b' }],
  ['GET', '/api/v1/apps/%00', undefined],
])('%s %s refuses text that no database can hold: %j', async (method, path, body) => {
  const headers = { dpop: 'e30.e30.sig' }
  const answer = await call(server, path, { method, headers, ...(body && { body }) })
  expect(answer).toMatchObject({ status: 400, body: { code: expect.any(String) } })
})

describe('the body', () => {
  const send = async (body: BodyInit, headers = {}) => {
    const answer = await raw('/api/v1/analytics_events', {
      method: 'POST',
      headers: { origin: ORIGIN, 'vitrine-app-id': server.appId, ...headers },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as { code: string; error: string } }
  }

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a wrong type', '[]'],
    ['too much', JSON.stringify({ event_name: 'x', pad: 'x'.repeat(70_000) })],
  ])('%s is invalid_data', async (_name, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('a stream without a length is cut off at the limit', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20))
      },
    })
    const request = new Request(`${ORIGIN}/api/v1/analytics_events`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'vitrine-app-id': server.appId },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect((await server.app.request(request)).status).toBe(400)
    expect(pulled).toBeLessThan(10)
  })

  test('a good event is taken', async () => {
    expect(await send(JSON.stringify({ event_name: 'sdk_initialize' }))).toEqual({ status: 200, body: null })
  })
})

describe('the rate limit', () => {
  test.each([
    ['/api/v1/passwordless/init', '203.0.113.9'],
    ['/api/v1/passwordless/authenticate', '203.0.113.39'],
  ])('counts calls of %s across server processes, and tells when to come back', async (path, from) => {
    const apps = [server.app, server.second()]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call(server, path, { body: {}, from, app: apps[i % 2] ?? server.app }),
      ),
    )
    expect(answers.filter(({ status }) => status === 403).length).toBe(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(10)
    expect(refused[0]?.body.code).toBe('too_many_requests')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBe(600)
    expect((await call(server, path, { body: {}, from: '203.0.113.10' })).status).toBe(403)
    server.clock.now += 600_000
    expect((await call(server, path, { body: {}, from })).status).toBe(403)
  })

  test.each([
    ['POST', '/api/v1/sessions', '203.0.113.50'],
    ['POST', '/api/v1/sessions/logout', '203.0.113.51'],
    ['POST', '/api/v1/sessions/login_code/create', '203.0.113.52'],
    ['GET', '/api/v1/users/me', '203.0.113.53'],
  ])('%s %s is limited for a network', async (method, path, from) => {
    // Ten or twenty calls for each login that the network may make.
    const app = server.second({ settings: { ...server.ctx.settings, networkLimit: 1 } })
    const body = method === 'GET' ? {} : { body: {} }
    const statuses = new Set<number>()
    for (let i = 0; i < 21; i++)
      statuses.add((await call(server, path, { method, from, app, ...body })).status)
    expect(statuses).toContain(429)
  })

  // This file's server lets a network make 20 calls of a login's paths.
  const LIMITS: [string, number][] = [
    ['/api/v1/passkeys/register/init', 20],
    ['/api/v1/passkeys/register', 20],
    ['/api/v1/passkeys/authenticate/init', 20],
    ['/api/v1/passkeys/authenticate', 20],
    ['/api/v1/passkeys/link/init', 20],
    ['/api/v1/passkeys/link', 20],
    ['/api/v1/passkeys/unlink', 20],
    ['/api/v1/users/me/accept_terms', 400],
    ['/api/v1/analytics_events', 600],
    ['/api/v1/sessions/login_code', 6000],
  ]
  test.each(LIMITS)(
    '%s takes %i calls of a network in ten minutes, over two server processes',
    async (path, limit) => {
      const from = `198.51.100.${100 + LIMITS.findIndex(([each]) => each === path)}`
      const second = server.second()
      const send = async (app: TestServer['app']) =>
        (await call(server, path, { body: {}, from, app })).status
      expect(await send(server.app)).not.toBe(429)
      const counted = like(rateLimits.key, `%:${from}`)
      await server.ctx.db
        .update(rateLimits)
        .set({ points: limit - 1 })
        .where(counted)
      expect(await send(second)).not.toBe(429)
      expect([await send(server.app), await send(second)]).toEqual([429, 429])
      server.clock.now += 600_000
      expect(await send(second)).not.toBe(429)
    },
  )

  test('believes X-Forwarded-For only behind a trusted proxy, and only its own entry', async () => {
    const path = '/api/v1/passwordless/init'
    const spoof = (app: TestServer['app'], from: string, i: number, real = '198.51.100.7') =>
      call(server, path, { body: {}, from, app, headers: { 'x-forwarded-for': `192.0.2.${i}, ${real}` } })
    for (let i = 0; i < 20; i++) await spoof(server.app, '203.0.113.20', i)
    expect((await spoof(server.app, '203.0.113.20', 99)).status).toBe(429)

    const behind = server.second({ settings: { ...server.ctx.settings, trustedProxies: 1 } })
    for (let i = 0; i < 20; i++) await spoof(behind, '10.0.0.1', i)
    expect((await spoof(behind, '10.0.0.1', 99)).status).toBe(429)
    expect((await spoof(behind, '10.0.0.1', 99, '198.51.100.8')).status).toBe(403)
  })

  test.each([
    ['an address', '198.51.100.61:'],
    ['an address of IPv6', '[2001:db8:61::1]:'],
  ])('counts %s once, whatever ports a proxy writes beside it', async (_name, entry) => {
    const behind = server.second({ settings: { ...server.ctx.settings, networkLimit: 2, trustedProxies: 1 } })
    const statuses: number[] = []
    for (const port of [1024, 40_000, 65_535]) {
      const headers = { 'x-forwarded-for': `${entry}${port}` }
      const options = { body: {}, app: behind, headers }
      statuses.push((await call(server, '/api/v1/passwordless/init', options)).status)
    }
    expect(statuses).toEqual([403, 403, 429])
  })

  test('counts a /48 of IPv6, which one person can rent, as so many networks and no more', async () => {
    const { settings } = server.ctx
    const budgets = { ...settings.budgets, ipv6SiteFactor: 3 }
    const app = server.second({ settings: { ...settings, budgets, networkLimit: 2 } })
    const ask = async (from: string) =>
      (await call(server, '/api/v1/passwordless/init', { body: {}, from, app })).status
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push(await ask(`2001:db8:48:${i}::1`))
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429])
    expect(await ask('2001:db8:49::1')).toBe(403)
    // A /64 has its own limit, and what it is refused uses nothing up of the others'.
    for (let i = 0; i < 20; i++) await ask('2001:db8:49::1')
    expect(await ask('2001:db8:49:1::1')).toBe(403)
  })

  test('a call that one limit refuses counts for none of the others', async () => {
    const windowMs = 600_000
    const own = { scope: 'own', subject: 'x', limit: 1, windowMs }
    const shared = { scope: 'shared', subject: 'all', limit: 2, windowMs }
    await limitRate(server.ctx, [own, shared])
    for (let i = 0; i < 5; i++)
      await expect(limitRate(server.ctx, [own, shared])).rejects.toMatchObject({ code: 'too_many_requests' })
    await limitRate(server.ctx, [{ ...own, subject: 'y' }, shared])
    await expect(limitRate(server.ctx, [{ ...own, subject: 'z' }, shared])).rejects.toThrow()
  })

  test.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
    ['203.0.113.7', null],
    ['unknown', null],
  ])('%s is in %s', (network, site) => {
    expect(siteOf(network)).toBe(site)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8::443', '2001:db8:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:cb00:7107]:443', '203.0.113.7'],
    ['::fffe:cb00:7107', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['2001:db8:0:0::/64', '2001:db8:0:x'],
    ['unknown', undefined],
    ['Call 0900.1.2.3', undefined],
    ['203.0.113.7 Call 0900', undefined],
    ['2001:db8:0:0::/64\nCall', undefined],
    ['127.0.0.1', undefined],
    ['0:0:0:0::/64', undefined],
  ])('of %s people read %s', (network, told) => {
    expect(placeOf({ development: false }, network)).toBe(told)
  })

  test.each(['127.0.0.1', '0:0:0:0::/64'])('on a development server %s is its own machine', network => {
    expect(placeOf({ development: true }, network)).toBe(OWN_MACHINE)
  })
})

describe('errors', () => {
  test('unknown paths are not_found', async () => {
    expect(await call(server, '/api/v1/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('carry the facts that their code’s list names, and no others', async () => {
    const app = new Hono()
    app.onError(errorResponse)
    app.get('/:code', c => {
      const code = c.req.param('code') as 'too_many_requests'
      // As a slip would make it: the constructor of the server's own errors drops it before.
      const data = { retryAfter: 30, userId: 'user_1', address: 'a@mail.example' }
      throw new VitrineError({ type: 'api_error', code, message: 'No.', status: 429, data })
    })
    const listed = await app.request('/too_many_requests')
    expect(await listed.json()).toEqual({ error: 'No.', code: 'too_many_requests', data: { retryAfter: 30 } })
    expect(listed.headers.get('retry-after')).toBe('30')
    const unlisted = await app.request('/policy_violation')
    expect(await unlisted.json()).toEqual({ error: 'No.', code: 'policy_violation' })
    expect(unlisted.headers.get('retry-after')).toBeNull()
    const slip = { retryAfter: 30, userId: 'user_1' }
    expect(apiError('too_many_requests', 'No.', { data: slip }).data).toEqual({ retryAfter: 30 })
  })

  test('a failure inside tells nothing of the inside', async () => {
    const broken = server.second({
      tokens: {
        ...server.ctx.tokens,
        get jwks(): never {
          throw new Error('secret detail')
        },
      },
    })
    const answer = await call(server, `/api/v1/apps/${server.appId}/jwks.json`, {
      method: 'GET',
      app: broken,
    })
    expect(answer.status).toBe(500)
    expect(answer.body.code).toBe('internal_error')
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  test('every answer carries the security headers', async () => {
    const { headers } = await call(server, '/api/v1/nothing')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})
