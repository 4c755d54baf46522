import { verifyMessage } from 'viem'
import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { startStack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

const AUTHENTICATED = 'return vitrine.state.authenticated'

for (const site of ['crossSite', 'sameSite'] as const)
  test(`a reload keeps the session (${site})`, async ({ openHost, address, stack }) => {
    const host = await openHost({ site })
    const { user } = await host.logIn(address)
    await host.page.reload()
    await host.ready()
    expect(await host.evaluate('return vitrine.state')).toMatchObject({
      value: { authenticated: true, user: { id: user.id }, wallets: [{ address: user.wallet?.address }] },
    })
    // The wallet origin's own page knows of it where the browser gives it the same storage.
    await host.page.goto(stack.wallet.origin)
    const said = site === 'sameSite' ? address : 'To see your account, open a site'
    await expect(host.page.getByRole('main')).toContainText(said)
  })

test('logout reaches every tab, and stays after a reload', async ({ openHost, address }) => {
  const first = await openHost()
  await first.logIn(address)
  const second = await openHost()
  expect(await second.evaluate(AUTHENTICATED)).toMatchObject({ value: true })
  const told = second.evaluate(
    'return await new Promise(resolve => vitrine.on("logout", () => resolve(true)))',
  )
  expect(await first.call('logout')).toMatchObject({ ok: true })
  expect(await told).toMatchObject({ value: true })
  await second.page.reload()
  await second.ready()
  expect(await second.evaluate(AUTHENTICATED)).toMatchObject({ value: false })
})

test('a page that logs out all devices has the person asked, who may stay', async ({
  browser,
  stack,
  openHost,
  address,
}) => {
  const host = await openHost()
  await host.logIn(address)
  const phone = await HostPage.open(await browser.newContext(), stack)
  await phone.ready()
  await phone.logIn(address)

  const refused = host.call('logout', { scope: 'all-devices' })
  await host.button('Stay logged in').click()
  expect(await refused).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  expect(await host.evaluate(AUTHENTICATED)).toMatchObject({ value: true })

  const leaving = host.call('logout', { scope: 'all-devices' })
  await host.button('Log out of all devices').click()
  expect(await leaving).toMatchObject({ ok: true })
  await expect(host.dialog).toBeHidden()
  expect(await host.evaluate(AUTHENTICATED)).toMatchObject({ value: false })
  await phone.page.reload()
  await phone.ready()
  // Nobody is told that does not ask: the next use of the session finds it ended.
  expect(await phone.call('getLoginCode')).toMatchObject({ ok: false })
  await phone.page.context().close()
})

test('login in one tab reaches the other', async ({ openHost, address }) => {
  const first = await openHost()
  const second = await openHost()
  const told = second.evaluate(`
    if (vitrine.state.authenticated) return true
    return await new Promise(resolve => vitrine.subscribe(() => vitrine.state.authenticated && resolve(true)))`)
  await first.logIn(address)
  expect(await told).toMatchObject({ value: true })
})

test('a server that is stopped, then killed, and starts again has lost nothing', async ({
  context,
  address,
}) => {
  // A server, its database and its signer start three times.
  test.slow()
  const stack = await startStack()
  try {
    const host = await (await HostPage.open(context, stack)).ready()
    const { user } = await host.logIn(address)
    for (const how of ['stop', 'kill'] as const) {
      await stack.restart(how)
      await host.page.reload()
      await host.ready()
      expect(await host.evaluate('return vitrine.state')).toMatchObject({
        value: { authenticated: true, user: { id: user.id } },
      })
      const message = `after the ${how}`
      const outcome = await host.sign(message)
      if (!outcome.ok || !user.wallet) throw new Error('No signature')
      expect(await verifyMessage({ address: user.wallet.address, message, ...outcome.value })).toBe(true)
    }
  } finally {
    await stack.stop()
  }
})

test("the site's backend redeems a login code once, with the app's secret, for its own audience", async ({
  host,
  address,
  stack,
}) => {
  const { user } = await host.logIn(address)
  const audience = new URL(host.url).origin
  const loginCode = async () => {
    const outcome = await host.call<string>('getLoginCode')
    if (!outcome.ok) throw new Error(outcome.error.message)
    return outcome.value
  }
  const redeem = (code: string, { secret = stack.app.secret, to = audience } = {}) =>
    fetch(`${stack.wallet.origin}/api/v1/sessions/login_code`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${stack.app.id}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ code, audience: to }),
    })

  const code = await loginCode()
  expect((await redeem(code, { secret: 'not-the-secret' })).status).toBe(401)
  const answer = await redeem(code)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ user: { id: user.id }, session: { id: expect.any(String) } })
  expect((await redeem(code)).ok).toBe(false)
  expect((await redeem(await loginCode(), { to: 'https://other.example' })).ok).toBe(false)
})

test('two apps of one wallet origin on one site have a login each, and a logout from one leaves the other', async ({
  context,
  stack,
  address,
}) => {
  const embedded_wallet_config = { ethereum: { create_on_login: 'users-without-wallets' } }
  const one = await (
    await HostPage.open(context, await withOwnApp(stack, { embedded_wallet_config }))
  ).ready()
  const first = await one.logIn(address)
  const other = await (
    await HostPage.open(context, await withOwnApp(stack, { embedded_wallet_config }))
  ).ready()
  expect(await other.evaluate('return vitrine.state.authenticated')).toMatchObject({ value: false })
  const second = await other.logIn(address)
  expect(second.user.id).not.toBe(first.user.id)
  expect(await other.call('logout')).toMatchObject({ ok: true })
  await one.page.reload()
  await one.ready()
  expect(await one.evaluate('return vitrine.state.user.id')).toMatchObject({ value: first.user.id })
  // Nothing is approved in a tab that nobody sees.
  await one.page.bringToFront()
  expect(await one.sign('still mine')).toMatchObject({ ok: true })
})

test('no call is made twice for the server’s nonce, until the page was silent for longer than one lives', async ({
  openHost,
  address,
}) => {
  const host = await openHost()
  const answers: string[] = []
  host.page.on('response', response => {
    if (response.request().headers().dpop)
      answers.push(`${new URL(response.url()).pathname} ${response.status()}`)
  })
  await host.logIn(address)
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter(answer => !/ 20\d$/.test(answer))).toEqual([])
  // The document of the next page is of long ago, and no answer has told it of a nonce since.
  await host.page.route('**/apps/*/frame?*', async route => {
    const response = await route.fetch()
    const html = (await response.text()).replace(/"dpopNonce":"[^"]*"/, '"dpopNonce":"of-an-hour-ago"')
    await route.fulfill({ response, body: html })
  })
  await host.page.route(
    url => url.pathname.startsWith('/api/v1/apps/'),
    route => route.abort(),
  )
  await host.page.reload()
  await host.ready()
  answers.length = 0
  expect(await host.sign('after a while')).toMatchObject({ ok: true })
  expect(answers.filter(answer => / 401$/.test(answer))).toHaveLength(1)
  expect(await host.sign('and again')).toMatchObject({ ok: true })
  expect(answers.filter(answer => / 401$/.test(answer))).toHaveLength(1)
})

test('a stolen access token alone is worth nothing', async ({ host, address, stack }) => {
  const { user } = await host.logIn(address)
  const token = await host
    .walletFrame()
    .evaluate(appId => localStorage.getItem(`vitrine:token:${appId}`), stack.app.id)
  expect(token).toBeTruthy()
  const [wallet] = await stack.query('select id from wallets where user_id = $1', [user.id])
  const answer = await fetch(`${stack.wallet.origin}/api/v1/wallets/${wallet?.id}/rpc`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      origin: stack.wallet.origin,
      'content-type': 'application/json',
      'vitrine-app-id': stack.app.id,
      'vitrine-idempotency-key': crypto.randomUUID(),
      'vitrine-request-expiry': String(Date.now() + 60_000),
    },
    body: JSON.stringify({ method: 'personal_sign', params: { message: 'stolen', encoding: 'utf-8' } }),
  })
  expect([400, 401, 403]).toContain(answer.status)
})
