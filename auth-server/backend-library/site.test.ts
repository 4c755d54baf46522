import type { SiteOptions, VitrineServerOptions } from '@vitrine/host-sdk/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { logIn } from '../testing/client.ts'
import { FRAMEWORKS, type StartedSite, startSite } from './testing/frameworks.ts'
import { SITE, startWallet, type Wallet } from './testing/site.ts'

/** A site's own session, by each framework's handlers, on the server itself. */

let wallet: Wallet
beforeAll(async () => {
  wallet = await startWallet()
})
afterAll(() => wallet.stop())
beforeEach(() => wallet.server.ctx.db.delete(rateLimits))

let site: StartedSite | undefined
afterEach(async () => {
  await site?.stop()
  site = undefined
})

let people = 0
const newLogin = () => logIn(wallet.server, `site${++people}@mail.example`)
const json = (body: unknown, headers: Record<string, string> = {}) => ({
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { origin: SITE, 'content-type': 'application/json', ...headers },
})
/** What a browser sends back. */
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

describe.each(Object.entries(FRAMEWORKS))('a site of %s', (_name, framework) => {
  const start = async (options: Partial<SiteOptions> = {}, server: Partial<VitrineServerOptions> = {}) => {
    const cookieSecret = 'a secret that nobody guesses, ever'
    site = await startSite(framework(wallet.backend(server), { cookieSecret, checkEveryS: 0, ...options }))
    return site
  }
  /** Logs a person in at the site too. */
  const enter = async (at: StartedSite, login = newLogin()) => {
    const { user } = await login
    const answer = await at.post('login', json({ code: await wallet.loginCode(await login) }))
    expect(answer.status).toBe(200)
    return { answer, cookie: cookieOf(answer), user }
  }
  const seen = async (at: StartedSite, cookie?: string) => (await at.get('/', cookie)).text()

  test('knows the user in its pages, by a cookie that no script reads', async () => {
    const at = await start()
    expect(await seen(at)).toBe('nobody')
    const { answer, cookie, user } = await enter(at)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-vitrine-site=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({
      user: { id: user.id, email: { address: expect.any(String) } },
    })
    expect(await seen(at, cookie)).toBe(user.id)
    expect(await (await at.get('/session', cookie)).json()).toMatchObject({ userId: user.id })
    const [inside, outside] = [await at.get('/account', cookie), await at.get('/account')]
    expect([inside.status, await inside.text(), outside.status]).toEqual([200, user.id, 401])
  })

  test('forgets who logs out, also where a copy of the cookie was kept', async () => {
    const at = await start()
    const { cookie } = await enter(at)
    const answer = await at.post('logout', { headers: { origin: SITE, cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toContain('__Host-vitrine-site=; Path=/; Max-Age=0;')
    expect(await seen(at, cookie)).toBe('nobody')
  })

  test('gives another cookie at each login, and the one before is over', async () => {
    const at = await start()
    const first = await enter(at)
    const login = await newLogin()
    const code = await wallet.loginCode(login)
    const answer = await at.post('login', json({ code }, { cookie: first.cookie }))
    expect(await seen(at, cookieOf(answer))).toBe(login.user.id)
    expect(await seen(at, first.cookie)).toBe('nobody')
  })

  test('ends with the session of the wallet', async () => {
    const at = await start()
    const { cookie, user } = await enter(at)
    expect(await wallet.backend().sessions.revoke(user.id)).toBe(1)
    expect(await seen(at, cookie)).toBe('nobody')
    expect((await at.get('/account', cookie)).status).toBe(401)
  })

  test('asks the wallet once in its time, and not for each page', async () => {
    const at = await start({ checkEveryS: 30 })
    const { cookie, user } = await enter(at)
    const before = wallet.called.length
    await Promise.all(Array.from({ length: 10 }, () => seen(at, cookie)))
    expect(wallet.called.length).toBe(before)
    await wallet.backend().sessions.revoke(user.id)
    expect(await seen(at, cookie)).toBe(user.id)
  })

  test('says that the wallet cannot be asked, and takes nobody for logged in or out', async () => {
    const at = await start({}, { fetch: () => Promise.reject(new TypeError('down')) })
    expect((await at.post('login', json({ code: 'code' }))).status).toBe(503)
    expect(await seen(at, '__Host-vitrine-site=made-up')).toBe('nobody')
    await at.stop()
    let isDown = false
    const live = await start(
      {},
      {
        ...proxied,
        fetch: (url, init) => (isDown ? Promise.reject(new TypeError('down')) : proxied.fetch(url, init)),
      },
    )
    const { cookie } = await enter(live)
    isDown = true
    expect((await live.get('/', cookie)).status).toBe(500)
  })
  const proxied = {
    fetch: ((url, init) => wallet.server.app.request(String(url), init, INCOMING)) as typeof fetch,
  }

  test.each<[string, number, RequestInit]>([
    ['another site’s page', 403, json({ code: 'c' }, { origin: 'https://evil.example' })],
    ['a page below the site’s name', 403, json({ code: 'c' }, { origin: `${SITE}.evil.example` })],
    ['the site by http', 403, json({ code: 'c' }, { origin: 'http://shop.example' })],
    ['an opaque origin', 403, json({ code: 'c' }, { origin: 'null' })],
    ['a browser that says it is another site', 403, json({ code: 'c' }, { 'sec-fetch-site': 'cross-site' })],
    ['no page', 403, { body: '{"code":"c"}', headers: { 'content-type': 'application/json' } }],
    ['a form', 415, json('code=c', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['a form’s plain text', 415, json('{"code":"c"}', { 'content-type': 'text/plain' })],
    ['more than a code', 413, json({ code: 'c', more: 'a'.repeat(5000) })],
    ['no JSON', 400, json('{')],
    ['no code', 400, json({})],
    ['a code that is no text', 400, json({ code: { $ne: '' } })],
    ['nothing', 400, json('null')],
    ['a code that was made up', 401, json({ code: 'c' })],
  ])('refuses a login from %s', async (_, status, init) => {
    const at = await start()
    const answer = await at.post('login', init)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.json()).toEqual({ error: expect.any(String), code: expect.any(String) })
  })

  test('refuses a code that was used, or is for another audience or app', async () => {
    const at = await start()
    const used = await wallet.loginCode(await newLogin())
    expect((await at.post('login', json({ code: used }))).status).toBe(200)
    const { id } = await wallet.server.registerApp({})
    const theirs = await logIn({ ...wallet.server, appId: id }, 'theirs@mail.example')
    const foreign = await wallet.loginCode(theirs)
    expect((await at.post('login', json({ code: used }))).status).toBe(401)
    expect((await at.post('login', json({ code: foreign }))).status).toBe(401)
    await at.stop()
    // Of one origin of the site, sent by a page of another one.
    const siteOrigin = [SITE, 'https://other.example']
    const both = await start({}, { siteOrigin })
    const code = await wallet.loginCode(await newLogin())
    const answer = await both.post('login', json({ code }, { origin: 'https://other.example' }))
    expect(answer.status).toBe(401)
  })

  test('lets no other page log anybody out', async () => {
    const at = await start()
    const { cookie, user } = await enter(at)
    for (const origin of ['https://evil.example', ''])
      expect((await at.post('logout', { headers: { cookie, origin } })).status).toBe(403)
    expect(await seen(at, cookie)).toBe(user.id)
  })

  test('takes no cookie beside which somebody put another, nor one that it did not seal', async () => {
    const at = await start()
    const { cookie } = await enter(at)
    const forged = cookie.replace(/=(.)/, (_, first) => `=${first === 'e' ? 'f' : 'e'}`)
    expect(await seen(at, `${cookie}; ${forged}`)).toBe('nobody')
    expect(await seen(at, forged)).toBe('nobody')
    expect(await seen(at, cookie.replace('__Host-', ''))).toBe('nobody')
  })

  test('leaves a wrong app secret to its own log', async () => {
    const at = await start({}, { appSecret: 'wrong' })
    const answer = await at.post('login', json({ code: 'c' }))
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret')
  })

  test('has no other route', async () => {
    const at = await start()
    expect((await at.post('users', json({}))).status).toBe(404)
    const get = await at.get('/api/vitrine/login')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

const INCOMING = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
