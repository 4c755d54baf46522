import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'

const OFF = { embeddedWallets: { ethereum: { createOnLogin: 'off' } } }

test('a wallet exists when login() resolves', async ({ host, address }) => {
  const { user } = await host.logIn(address)
  expect(user.wallet?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  const state = await host.evaluate('return vitrine.state')
  expect(state).toMatchObject({
    value: {
      authenticated: true,
      wallets: [{ address: user.wallet?.address, chainType: 'ethereum', walletIndex: 0 }],
    },
  })
  const events = await host.events()
  expect(events.indexOf('walletCreated')).toBeGreaterThanOrEqual(0)
  expect(events.indexOf('walletCreated')).toBeLessThan(events.indexOf('login'))
})

test('the wallet follows its person to another device', async ({ host, address, browser, stack }) => {
  const { user } = await host.logIn(address)
  const context = await browser.newContext()
  const phone = await (await HostPage.open(context, stack)).ready()
  expect(await phone.logIn(address)).toMatchObject({ isNewUser: false, user: { wallet: user.wallet } })
  await context.close()
})

test('none is made where the site turned it off; createWallet() makes one, and one only', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: OFF })
  const { user } = await host.logIn(address)
  expect(user.wallet).toBeUndefined()
  const created = await host.call<{ address: string }>('createWallet')
  expect(created).toMatchObject({ ok: true, value: { chainType: 'ethereum', walletIndex: 0 } })
  expect(await host.call('createWallet')).toMatchObject({
    ok: false,
    error: { code: 'embedded_wallet_already_exists' },
  })
  const additional = await host.call('createWallet', { createAdditional: true })
  expect(additional).toMatchObject({ ok: true, value: { walletIndex: 1 } })
})

test('a createWallet() that fails is an error event with the code of its promise, without a session too', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: OFF })
  const told = () =>
    host.page.evaluate(
      'seenEvents.flatMap(({ name, payload }) => name === "error" ? [payload.code, payload.during] : [])',
    )
  expect(await host.call('createWallet')).toMatchObject({
    ok: false,
    error: { code: 'must_be_authenticated', message: 'User must be authenticated' },
  })
  expect(await told()).toEqual(['must_be_authenticated', 'createWallet'])
  await host.logIn(address)
  expect(await host.call('createWallet', { walletIndex: -1 })).toMatchObject({
    error: { code: 'invalid_data' },
  })
  expect(await told()).toEqual(['must_be_authenticated', 'createWallet', 'invalid_data', 'createWallet'])
})

test('two tabs that create at once make one wallet', async ({ openHost, address, stack }) => {
  const first = await openHost({ config: OFF })
  const { user } = await first.logIn(address)
  const second = await openHost({ config: OFF })
  expect(await second.evaluate('return vitrine.state.authenticated')).toMatchObject({ value: true })

  const outcomes = await Promise.all([first.call('createWallet'), second.call('createWallet')])
  expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1)
  for (const outcome of outcomes)
    if (!outcome.ok) expect(outcome.error.code).toBe('embedded_wallet_already_exists')
  const wallets = await stack.query('select address from wallets where user_id = $1', [user.id])
  expect(wallets).toHaveLength(1)
})

/** Keeps the frame's workers, so that a test can break one as a browser does. */
const KEEPS_WORKERS = `window.workers = []
window.Worker = class extends Worker {
  constructor(...given) { super(...given); window.workers.push(this) }
}`
test('without its vault a creation has the person try again, which works once the vault comes', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: OFF, initScript: KEEPS_WORKERS })
  await host.logIn(address)
  const files = /\/assets\/worker\//
  await host.page.route(files, route => route.abort())
  await host.walletFrame().evaluate(`workers.at(-1).dispatchEvent(new Event('error'))`)

  const left = host.call('createWallet')
  await expect(host.alert).toHaveText(en['error.vault'])
  await host.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'embedded_wallet_create_error' } })

  const made = host.call('createWallet')
  await host.button('Try again').click()
  await expect(host.alert).toHaveText(en['error.vault'])
  await host.page.unroute(files)
  await host.button('Try again').click()
  expect(await made).toMatchObject({ ok: true, value: { chainType: 'ethereum', walletIndex: 0 } })
  await expect(host.dialog).toBeHidden()
})

test('nobody is logged in: refused in the words of the specification', async ({ host }) => {
  expect(await host.call('createWallet')).toMatchObject({
    ok: false,
    error: { code: 'must_be_authenticated', message: 'User must be authenticated' },
  })
})

/** A page that asks for accounts the moment somebody is there, while the login still makes their wallet. */
const CONNECTS_AT_ONCE = `addEventListener('vitrine:loaded', () => vitrine.on('userChanged', () => {
  window.connecting ??= vitrine.ethereum.request({ method: 'eth_requestAccounts' })
}))`
for (const mode of ['user-controlled-server-wallets-only', 'legacy-embedded-wallets-only'])
  test(`a wallet that a login and a page ask for at once is told of once: ${mode}`, async ({
    context,
    stack,
    address,
  }) => {
    const ethereum = { create_on_login: 'users-without-wallets' }
    const app = await withOwnApp(stack, { embedded_wallet_config: { mode, ethereum } })
    const host = await (await HostPage.open(context, app, { initScript: CONNECTS_AT_ONCE })).ready()
    const { user } = await host.logIn(address)
    const connected = await host.evaluate('return await window.connecting')
    expect(connected).toEqual({ ok: true, value: [user.wallet?.address] })
    expect((await host.events()).filter(name => name === 'walletCreated')).toHaveLength(1)
  })
