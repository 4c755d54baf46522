import type { BrowserContext } from '@playwright/test'
import { WITH_MOTION } from './fixtures/browser.ts'
import { HostPage } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/test.ts'

test.use(WITH_MOTION)

const BUTTON = '<button id="opener">Log in</button>'

test('the dialog is named by the landing header, focuses the field, and gives the focus back', async ({
  openHost,
}) => {
  const host = await openHost({ body: BUTTON })
  await host.page.locator('#opener').focus()
  const login = host.call('login')
  await expect(host.page.getByRole('dialog', { name: 'Log in or sign up' })).toBeVisible()
  await expect(host.email).toBeFocused()
  await host.button('Close').click()
  await login
  await expect(host.page.locator('#opener')).toBeFocused()
})

test('Escape closes', async ({ host }) => {
  const login = host.call('login')
  await expect(host.email).toBeFocused()
  await host.page.keyboard.press('Escape')
  expect(await login).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
  await expect(host.dialog).toBeHidden()
})

test('the page behind does not scroll, and gets its own scroll back exactly', async ({ openHost }) => {
  const host = await openHost({ body: '<div style="height:5000px">long</div>' })
  const scroll = () =>
    host.page.evaluate(() => ({
      y: scrollY,
      html: document.documentElement.getAttribute('style'),
      body: document.body.getAttribute('style'),
    }))
  await host.page.evaluate(() => {
    document.documentElement.style.overflow = 'visible'
    scrollTo(0, 1200)
  })
  const before = await scroll()
  const login = host.call('login')
  await host.email.waitFor()
  await host.page.mouse.move(20, 20)
  await host.page.mouse.wheel(0, 800)
  await host.page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect((await scroll()).y).toBe(before.y)
  await host.button('Close').click()
  await login
  expect(await scroll()).toEqual(before)
})

test('a dialog that the page removed is put back, and works', async ({ host, address }) => {
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => document.querySelector('dialog')?.remove())
  expect(await again).toMatchObject({ value: true })
  await expect(host.page.locator('dialog')).toHaveCount(1)
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('a frame that the page took out of the dialog is put back, and calls in flight are told', async ({
  host,
  address,
}) => {
  const inFlight = host.call('login')
  await host.email.waitFor()
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => document.querySelector('dialog iframe')?.remove())
  expect(await inFlight).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect(await again).toMatchObject({ value: true })
  await expect(host.page.locator('dialog iframe')).toHaveCount(1)
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('a document that is opened and written anew gets the frame again', async ({ host, address }) => {
  const inFlight = host.call('login')
  await host.email.waitFor()
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => {
    document.open()
    document.write('<!doctype html><title>Another page</title><h1>Written</h1>')
    document.close()
  })
  expect(await inFlight).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect(await again).toMatchObject({ value: true })
  const login = host.call('login')
  await expect(host.email).toBeFocused()
  await host.page.keyboard.press('Escape')
  expect(await login).toMatchObject({ error: { code: 'exited_auth_flow' } })
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('applications of a document that was opened anew hear of the wallets', async ({ openHost }) => {
  const host = await openHost({ config: { appearance: { walletChainType: 'ethereum-and-solana' } } })
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => {
    document.open()
    document.write('<!doctype html><title>Another page</title><h1>Written</h1>')
    document.close()
  })
  expect(await again).toMatchObject({ value: true })
  const heard = await host.evaluate(`
    const names = []
    addEventListener('eip6963:announceProvider', ({ detail }) => names.push(detail.info.rdns))
    dispatchEvent(new Event('eip6963:requestProvider'))
    const register = wallet => { names.push(wallet === vitrine.solana); return () => {} }
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    return names`)
  expect(heard).toEqual({ ok: true, value: ['app.vitrine', true] })
})

test('a copy of the open dialog, as libraries keep pages, does not lie over the page that comes back', async ({
  host,
  address,
}) => {
  const inFlight = host.call('login')
  await host.email.waitFor()
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
  expect(await inFlight).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect(await again).toMatchObject({ value: true })
  await expect(host.page.locator('dialog')).toHaveCount(1)
  await expect(host.page.locator('dialog')).toBeHidden()
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('what is called while the body is replaced waits for the frame', async ({ host, address }) => {
  await host.logIn(address)
  const outcome = await host.evaluate(`
    const lost = new Promise(resolve => vitrine.on('connectionLost', () => resolve(vitrine.getLoginCode())))
    document.body.replaceWith(document.body.cloneNode(false))
    // In the same task: nobody but the page can know yet.
    const asked = [vitrine.ethereum.request({ method: 'eth_requestAccounts' }), vitrine.getLoginCode()]
    const reads = await vitrine.ethereum.request({ method: 'eth_accounts' })
    const [accounts, code] = await Promise.all(asked)
    return [reads, accounts, typeof code, typeof (await lost)]`)
  const accounts = [expect.stringMatching(/^0x/)]
  expect(outcome).toMatchObject({ ok: true, value: [accounts, accounts, 'string', 'string'] })
  expect((await host.events()).filter(name => name === 'logout')).toEqual([])
})

test.describe('what the page opens above the wallet', () => {
  test('as a modal dialog comes below it', async ({ openHost }) => {
    const host = await openHost({ body: '<dialog id="cart" aria-label="Cart"><button>Pay</button></dialog>' })
    const login = host.call('login')
    await host.email.waitFor()
    await host.page.evaluate(() => document.querySelector<HTMLDialogElement>('#cart')?.showModal())
    await expect(host.email).toBeFocused()
    await host.email.fill('ada@mail.example')
    await host.button('Close').click()
    await login
    await expect(host.page.getByRole('button', { name: 'Pay' })).toBeFocused()
  })

  test('in a shadow tree comes below it', async ({ openHost }) => {
    const host = await openHost({ body: '<div id="modal"></div>' })
    void host.call('login')
    await host.email.waitFor()
    await host.page.evaluate(() => {
      const root = document.querySelector('#modal')?.attachShadow({ mode: 'closed' })
      const dialog = document.createElement('dialog')
      dialog.innerHTML = '<button>Pay</button>'
      root?.append(dialog)
      dialog.showModal()
    })
    await expect(host.email).toBeFocused()
    await host.email.fill('ada@mail.example')
    await expect(host.email).toHaveValue('ada@mail.example')
  })

  test('again and again does not hang the tab, and the wallet is there when that ends', async ({
    openHost,
  }) => {
    const host = await openHost({ body: '<dialog id="cart" aria-label="Cart"><button>Pay</button></dialog>' })
    const login = host.call('login')
    await host.email.waitFor()
    const opened = await host.page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const cart = document.querySelector<HTMLDialogElement>('#cart')
          let times = 0
          const insist = () => {
            if (times++ === 300) return resolve(times)
            cart?.close()
            cart?.showModal()
            setTimeout(insist, 1)
          }
          insist()
        }),
    )
    expect(opened).toBe(301)
    await host.page.evaluate(() => document.querySelector<HTMLDialogElement>('#cart')?.close())
    await host.button('Close').click()
    expect(await login).toMatchObject({ error: { code: 'exited_auth_flow' } })
  })

  test('as a toast in a corner keeps nobody from approving', async ({ openHost, address }) => {
    const host = await openHost({
      body: '<div id="toast" popover="manual" style="inset:auto 0 0 auto;margin:0">Saved</div>',
    })
    await host.logIn(address)
    const signing = host.call('signMessage', { message: 'Hello' })
    await host.button('Approve').waitFor()
    await host.page.evaluate(() => document.querySelector<HTMLElement>('#toast')?.showPopover())
    await host.approve()
    expect(await signing).toMatchObject({ ok: true })
  })
})

test('inert set by another script is undone', async ({ host }) => {
  void host.call('login')
  await host.email.waitFor()
  await host.page.evaluate(() => {
    for (const element of document.body.children) if (element instanceof HTMLElement) element.inert = true
  })
  await expect(host.page.locator('dialog[inert]')).toHaveCount(0)
  await host.email.fill('ada@mail.example')
  await expect(host.email).toHaveValue('ada@mail.example')
})

test('opens above a modal dialog of the page, and takes the focus', async ({ openHost }) => {
  const host = await openHost({ body: '<dialog id="cart" aria-label="Cart"><button>Pay</button></dialog>' })
  await host.page.evaluate(() => document.querySelector<HTMLDialogElement>('#cart')?.showModal())
  const login = host.call('login')
  await expect(host.email).toBeFocused()
  await host.page.keyboard.type('ada')
  await expect(host.email).toHaveValue('ada')
  await host.button('Close').click()
  await login
  await expect(host.page.getByRole('dialog', { name: 'Cart' })).toBeVisible()
  await expect(host.page.getByRole('button', { name: 'Pay' })).toBeFocused()
})

test('works under a strict policy that names the wallet origin twice', async ({
  openHost,
  stack,
  address,
}) => {
  const { origin } = stack.wallet
  const csp = `default-src 'none'; script-src ${origin}; frame-src ${origin}; base-uri 'none'; form-action 'none'`
  const host = await openHost({
    csp,
    initScript: `window.violations = []
      addEventListener('securitypolicyviolation', event => window.violations.push(event.violatedDirective))`,
  })
  await host.logIn(address)
  expect(await host.page.evaluate('window.violations')).toEqual([])
})

/** The first script's hash, as the wallet origin prints it for the tag. */
const pinned = async (origin: string) =>
  `integrity="${await (await fetch(`${origin}/vitrine.js.integrity`)).text()}" crossorigin="anonymous"`

test('works under a policy by nonce that trusts no address, when its tag has nonce and integrity', async ({
  openHost,
  stack,
  address,
}) => {
  const host = await openHost({
    csp: `default-src 'none'; script-src 'nonce-n0nce'; frame-src ${stack.wallet.origin}; require-trusted-types-for 'script'; trusted-types vitrine`,
    tag: `nonce="n0nce" ${await pinned(stack.wallet.origin)}`,
    // Both parts come: the policy's name may be taken once.
    config: { appearance: { walletChainType: 'ethereum-and-solana' } },
    initScript: `window.violations = []
      addEventListener('securitypolicyviolation', event => window.violations.push(event.violatedDirective))`,
  })
  await host.logIn(address)
  expect(await host.page.evaluate('[window.violations, vitrine.solana?.name]')).toEqual([[], 'Vitrine'])
})

/** Answers with other content than was built, as whoever took the wallet's files over would. */
const tamper = (context: BrowserContext, files: string) =>
  context.route(files, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `window.tampered = true; ${await response.text()}` })
  })

test('a changed second script is refused, and the page is told what to look at', async ({
  context,
  stack,
}) => {
  await tamper(context, '**/vitrine-greeting-*.js')
  const said: string[] = []
  context.on('console', message => said.push(message.text()))
  const host = await HostPage.open(context, stack, { tag: await pinned(stack.wallet.origin) })
  const outcome = await host.evaluate('await loaded; await vitrine.ready')
  expect(outcome).toMatchObject({
    ok: false,
    error: {
      type: 'client_error',
      code: 'configuration_error',
      message: expect.stringMatching(/vitrine-greeting-.*\.js did not load: CSP/),
    },
  })
  expect(await host.page.evaluate('window.tampered')).toBeUndefined()
  expect(said).toContainEqual(expect.stringMatching(/^Vitrine: .*vitrine-greeting-/))
})

test('a changed Solana part is refused, and the rest works', async ({ context, stack, address }) => {
  await tamper(context, '**/vitrine-later-*.js')
  const asked = context.waitForEvent('request', request => request.url().includes('/vitrine-later-'))
  const host = await HostPage.open(context, stack, {
    tag: await pinned(stack.wallet.origin),
    config: { appearance: { walletChainType: 'ethereum-and-solana' } },
    initScript: `addEventListener('error', ({ error }) => { window.reported = error?.message })`,
  })
  await host.ready()
  await asked
  expect(await host.page.evaluate('[window.tampered, vitrine.solana]')).toEqual([undefined, undefined])
  expect(await host.page.evaluate('window.reported')).toMatch(/vitrine-later-.*\.js did not load/)
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('destroy() leaves nothing behind, and another instance may follow', async ({ host, stack }) => {
  const create = `await Vitrine.create({ appId: ${JSON.stringify(stack.app.id)}, walletOrigin: ${JSON.stringify(stack.wallet.origin)} }).ready`
  expect(await host.evaluate(create)).toMatchObject({ ok: false, error: { code: 'configuration_error' } })
  const inFlight = host.call('login')
  await host.email.waitFor()
  await host.evaluate('vitrine.destroy()')
  expect(await inFlight).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('destroyed') },
  })
  await expect(host.page.locator('dialog, iframe')).toHaveCount(0)
  expect(await host.evaluate(create)).toMatchObject({ ok: true })
})

test('in the dark the frame stays transparent', async ({ openHost }) => {
  const host = await openHost({ config: { appearance: { theme: 'dark' } } })
  void host.call('login')
  await host.email.waitFor()
  const used = await host.page.locator('iframe').evaluate(iframe => getComputedStyle(iframe).colorScheme)
  const inside = await host.frame.locator(':root').evaluate(html => getComputedStyle(html).colorScheme)
  expect(used).toBe('dark')
  expect(inside).toBe(used)
})

test('a module script makes its instance, and HTML that others wrote is not its options', async ({
  context,
  stack,
  address,
}) => {
  const host = await HostPage.open(context, stack, {
    tag: `type="module" crossorigin="anonymous" data-theme="dark" ${await pinned(stack.wallet.origin)}`,
    head: '<form id="vitrineConfig"><input name="loginMethods" value="sms"></form>',
  })
  await host.ready()
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
  await expect(host.page.locator('iframe')).toHaveCSS('color-scheme', 'dark')
})
