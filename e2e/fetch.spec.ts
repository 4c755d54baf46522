import { Backend } from './fixtures/backend.ts'
import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { collectHostSide, findSecrets, RECORD_MESSAGES, watchSecrets } from './fixtures/secret-watch.ts'
import type { Stack } from './fixtures/stack.ts'
import { test as base, expect } from './fixtures/test.ts'

const test = base.extend<{ backend: Backend; other: Backend; own: Stack; shop: HostPage }>({
  backend: async ({ keep }, use) => use(anew(await keep('a backend', Backend.start))),
  /** One that the app does not list. */
  other: async ({ keep }, use) => use(anew(await keep('another backend', Backend.start))),
  own: async ({ stack, keep, backend, other }, use) => {
    const config = {
      fetch_origins: [backend.origin, stack.wallet.origin],
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    }
    const own = await keep('an app with a backend', async () => ({
      ...(await withOwnApp(stack, config)),
      stop: async () => {},
    }))
    backend.trust(own)
    other.trust(own)
    await use(own)
  },
  /** A page on which somebody is logged in. */
  shop: async ({ own, signedIn }, use) => use((await signedIn(own)).host),
})

/** Without what arrived in earlier tests. */
function anew(backend: Backend): Backend {
  backend.arrived.length = 0
  return backend
}

test('the backend learns who asks from a token that the page never sees', async ({
  context,
  own,
  backend,
  address,
}) => {
  const page = await context.newPage()
  const watch = watchSecrets(page, own.wallet.origin)
  const host = await (await HostPage.open(context, own, { page, initScript: RECORD_MESSAGES })).ready()
  await host.logIn(address)
  const outcome = await host.evaluate<Record<string, unknown>>(
    `const response = await vitrine.fetch(args[0], {
      method: 'POST', headers: { 'content-type': 'text/plain', 'x-list': 'a' }, body: 'two shirts',
    })
    return { status: response.status, url: response.url, shown: response.headers.get('x-shown'),
      hidden: response.headers.get('x-hidden'), isResponse: response instanceof Response, ...await response.json() }`,
    [`${backend.origin}/me`],
  )
  const me = await host.evaluate<string>('return vitrine.state.user.id')
  expect(outcome).toEqual({
    ok: true,
    value: {
      status: 200,
      url: `${backend.origin}/me`,
      shown: 'yes',
      hidden: null,
      isResponse: true,
      user: me.ok && me.value,
      method: 'POST',
      body: 'two shirts',
    },
  })
  const [asked] = backend.arrived
  expect(asked?.headers).toMatchObject({ origin: own.wallet.origin, 'x-list': 'a' })
  expect(asked?.headers).not.toHaveProperty('referer')
  expect(asked?.headers).not.toHaveProperty('cookie')
  expect(asked?.headers).not.toHaveProperty('dpop')

  const secrets = new Map(await watch.secrets())
  secrets.set('token that the backend got', asked?.headers.authorization?.replace('Bearer ', '') ?? '')
  expect(secrets.get('token that the backend got')?.split('.')).toHaveLength(3)
  expect(findSecrets(secrets, { ...(await collectHostSide(page)), urls: watch.urls })).toEqual([])
})

test('what a backend keeps of the token opens nothing at the wallet', async ({ shop, own, backend }) => {
  expect((await shop.evaluate('return (await vitrine.fetch(args[0])).ok', [`${backend.origin}/me`])).ok).toBe(
    true,
  )
  const authorization = backend.arrived[0]?.headers.authorization ?? ''
  const headers = { authorization, origin: own.wallet.origin, 'vitrine-app-id': own.app.id }
  for (const [method, path, body] of [
    ['GET', '/users/me', undefined],
    [
      'POST',
      '/sessions/login_code/create',
      { site: new URL(shop.url).origin, audience: new URL(shop.url).origin },
    ],
    ['POST', '/sessions/logout', {}],
    ['POST', '/sessions/logout', { all_devices: true }],
  ] as const) {
    const answer = await fetch(`${own.wallet.origin}/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      path,
      401,
      'missing_or_invalid_token',
    ])
  }
  expect(await shop.call('getLoginCode')).toMatchObject({ ok: true })
})

test('a body comes as it is read, is as long as it was sent, and 100 MB at most', async ({
  shop,
  backend,
}) => {
  const lines = await shop.evaluate<string>('return await (await vitrine.fetch(args[0])).text()', [
    `${backend.origin}/stream?lines=30000`,
  ])
  expect(lines).toEqual({
    ok: true,
    value: Array.from({ length: 30_000 }, (_, at) => `line ${at}\n`).join(''),
  })
  const read = await shop.evaluate<number>(
    `const reader = (await vitrine.fetch(args[0])).body.getReader()
    window.received = 0
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return received
      received += value.length
    }`,
    [`${backend.origin}/bytes?megabytes=101`],
  )
  expect(read).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  expect(await shop.page.evaluate('received')).toBeLessThanOrEqual(100_000_000)
  expect(await shop.page.evaluate('received')).toBeGreaterThan(90_000_000)
})

test('a page that reads slowly is sent no more than it takes', async ({ shop, backend }) => {
  const broken = backend.brokenOff()
  const begun = await shop.evaluate<boolean>(
    `window.slow = (await vitrine.fetch(args[0])).body.getReader()
    return (await slow.read()).value.length > 0`,
    [`${backend.origin}/bytes?megabytes=90`],
  )
  expect(begun).toEqual({ ok: true, value: true })
  // Had all of it been sent, the connection would have ended by itself, and nothing would be broken off.
  await shop.evaluate('await slow.cancel()')
  await broken
})

test('an answer without a body is one for the page too', async ({ shop, backend }) => {
  for (const status of [204, 205, 304])
    expect(
      await shop.evaluate(
        'const it = await vitrine.fetch(args[0]); return [it.status, it.body, await it.text()]',
        [`${backend.origin}/empty?status=${status}`],
      ),
    ).toEqual({ ok: true, value: [status, null, ''] })
})

test('an abort ends the request at the backend, before the headers and after them', async ({
  shop,
  backend,
}) => {
  for (const [path, part] of [
    ['/silent', 'await vitrine.fetch(args[0], { signal: controller.signal })'],
    ['/endless', 'await (await vitrine.fetch(args[0], { signal: controller.signal })).text()'],
  ] as const) {
    const broken = backend.brokenOff()
    const fetched = shop.evaluate(
      `window.controller = new AbortController()
      try { ${part} } catch (error) { return error.message }`,
      [`${backend.origin}${path}`],
    )
    await expect.poll(() => backend.arrived.map(it => it.path)).toContain(path)
    await shop.page.evaluate(`controller.abort(new Error('changed my mind'))`)
    expect(await fetched).toEqual({ ok: true, value: 'changed my mind' })
    await broken
  }
})

test('a logout ends what is on its way', async ({ context, own, backend, address }) => {
  const shop = await (await HostPage.open(context, own)).ready()
  await shop.logIn(address)
  const broken = backend.brokenOff()
  const fetched = shop.evaluate('return await (await vitrine.fetch(args[0])).text()', [
    `${backend.origin}/endless`,
  ])
  await expect.poll(() => backend.arrived.length).toBe(1)
  await shop.call('logout')
  await broken
  expect(await fetched).toMatchObject({ ok: false, error: { code: 'must_be_authenticated' } })
  expect(await shop.call('fetch', `${backend.origin}/me`)).toMatchObject({
    ok: false,
    error: { code: 'must_be_authenticated' },
  })
})

test('a frame that is loaded again, or removed, ends what is on its way', async ({ shop, backend }) => {
  for (const end of [() => shop.reloadFrame(), () => shop.page.evaluate('vitrine.destroy()')]) {
    const broken = backend.brokenOff()
    const before = backend.arrived.length
    const fetched = shop.evaluate('return await (await vitrine.fetch(args[0])).text()', [
      `${backend.origin}/endless`,
    ])
    await expect.poll(() => backend.arrived.length).toBe(before + 1)
    await end()
    await broken
    expect(await fetched).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  }
})

test('the token goes nowhere but to the origins that the operator listed', async ({
  shop,
  own,
  backend,
  other,
}) => {
  const refused = async (url: string) => {
    const outcome = await shop.call('fetch', url)
    return outcome.ok ? outcome : outcome.error
  }
  expect(await refused(`${other.origin}/me`)).toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining(`${other.origin} is not among this app’s fetch_origins`),
  })
  expect(await refused(`${own.wallet.origin}/api/v1/users/me`)).toMatchObject({ code: 'not_supported' })
  for (const to of [`${other.origin}/me`, `${backend.origin}/me`])
    expect(await refused(`${backend.origin}/elsewhere?to=${encodeURIComponent(to)}`)).toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('redirects elsewhere'),
    })
  expect(other.arrived).toEqual([])
  expect(backend.arrived.map(({ path }) => path)).toEqual([
    expect.stringContaining('/elsewhere'),
    expect.stringContaining('/elsewhere'),
  ])
})

test('the frame’s own policy lets it reach no other origin', async ({ shop, backend, other }) => {
  const reach = (url: string) =>
    shop.walletFrame().evaluate(
      async address =>
        new Promise<string>(resolve => {
          addEventListener('securitypolicyviolation', event => resolve(event.violatedDirective))
          fetch(address).then(
            () => resolve('reached'),
            () => {},
          )
        }),
      url,
    )
  expect(await reach(`${backend.origin}/me`)).toBe('reached')
  expect(await reach(`${other.origin}/me`)).toBe('connect-src')
})

test('a backend that does not let the wallet ask is told apart', async ({ shop, own, backend }) => {
  backend.trust({ ...own, wallet: { ...own.wallet, origin: 'https://another.example' } })
  expect(await shop.call('fetch', `${backend.origin}/me`)).toMatchObject({
    ok: false,
    error: { code: 'service_unavailable', message: expect.stringContaining('CORS') },
  })
})

test('a page that never calls it loads nothing of it', async ({ context, own, backend, address }) => {
  // Solana's wallet is in the same part.
  const config = { embeddedWallets: { solana: { createOnLogin: 'off' } } }
  const shop = await (await HostPage.open(context, own, { config })).ready()
  await shop.logIn(address)
  const part = () =>
    shop.page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('vitrine-later')).length,
    )
  expect(await part()).toBe(0)
  for (let times = 0; times < 2; times++)
    expect(
      await shop.evaluate('return (await vitrine.fetch(args[0])).status', [`${backend.origin}/me`]),
    ).toEqual({ ok: true, value: 200 })
  expect(await part()).toBe(1)
})
