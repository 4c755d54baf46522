import type { Page } from '@playwright/test'
import { en } from '../frame-app/words/en.ts'
import { expectNoViolations } from './fixtures/axe.ts'
import type { HostPage } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/on-anvil.ts'

const PLACE = `<p><a href="#before" id="before">Before</a></p>
  <section id="clip" style="overflow: hidden; inline-size: 26rem; transform: translateZ(0)"><div id="place"></div></section>
  <p><a href="#after" id="after">After</a></p>`
const body = PLACE

/** That one is opened and closed again at once leaves no other trace. */
const COUNT_MODALS = `window.modals = 0
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function () { modals++; showModal.call(this) }`

/** Gives the element to the wallet, which takes it. @param ending the name of a variable for what ends it */
async function give(host: HostPage, selector = '#place', ending = 'ending'): Promise<void> {
  const outcome = await host.evaluate(
    `window.${ending} = new AbortController()
    await vitrine.showInline(document.querySelector(args[0]), { signal: ${ending}.signal })`,
    [selector],
  )
  // All of it: a failure names its error.
  expect(outcome).toEqual({ ok: true, value: undefined })
}

/** Whether the frame stands in the element, above the page, or is out of sight. */
const where = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog.vitrine')
    if (!dialog || getComputedStyle(dialog).visibility === 'hidden') return 'nowhere'
    if (dialog.matches(':modal')) return 'above'
    return dialog.parentElement?.id ?? 'elsewhere'
  })
const expectWhere = (host: HostPage, place: string) => expect.poll(() => where(host.page)).toBe(place)

const watchLoads = (host: HostPage) => {
  let loads = 0
  host.page.on('framenavigated', frame => {
    if (frame.url().startsWith(host.stack.wallet.origin)) loads++
  })
  return () => loads
}

test('a login in the page, a signature above it, the account in the page again: one frame, which is never loaded anew', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body, initScript: COUNT_MODALS })
  const loads = watchLoads(host)
  await host.page.locator('h1').click()
  await give(host)
  const login = host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  // The page goes on beside it: it scrolls, keeps its focus, and is not dimmed.
  expect(await host.page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull()
  expect(await host.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await expect(host.button('Close')).toBeHidden()
  await host.code.fill(await host.askForCode(address))
  expect(await login).toMatchObject({ ok: true })
  await expectWhere(host, 'nowhere')
  expect(await host.page.evaluate('modals')).toBe(0)

  const signing = host.call('signMessage', { message: 'Hello' })
  await expectWhere(host, 'above')
  await host.approve()
  expect(await signing).toMatchObject({ ok: true })
  await expectWhere(host, 'nowhere')

  const account = host.call('openAccount')
  await host.button('Log out').waitFor()
  await expectWhere(host, 'place')
  await host.page.evaluate('ending.abort()')
  expect(await account).toMatchObject({ ok: true })
  await expectWhere(host, 'nowhere')
  expect(loads()).toBe(0)
  expect(await host.events()).not.toContain('connectionLost')
})

test('what is guarded in the account is above the page until the account is at home again', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body })
  await host.logIn(address)
  await give(host)
  void host.call('openAccount', { screen: 'logins' })
  await host.button('Log out').waitFor()
  await expectWhere(host, 'place')
  // By the key: what is read a moment later may move the button away from under a pointer.
  await host.button(en['account.logOutEverywhere']).press('Enter')
  await expectWhere(host, 'above')
  await host.button('Back').click()
  await host.button('Log out').waitFor()
  await expectWhere(host, 'place')
})

for (const [what, method, ...given] of [
  ['a signature', 'signMessage', { message: 'Hello' }],
  ['what moves value', 'sendTransaction', { to: '0x1111111111111111111111111111111111111111', value: '1' }],
  ['a key', 'exportWallet'],
  ['a new way in', 'link', 'sms'],
] as const)
  test(`${what} is never in the page`, async ({ open, openHost, address }) => {
    // Without a node nothing is sent, and nobody asked.
    const host = method === 'sendTransaction' ? (await open({ body })).host : await openHost({ body })
    if (method !== 'sendTransaction') await host.logIn(address)
    await give(host)
    const call = host.call(method, ...given)
    await expect(host.dialog).toBeVisible()
    await expectWhere(host, 'above')
    expect(await host.walletFrame().evaluate(() => document.documentElement.dataset.inline)).toBeUndefined()
    await host.button('Close').click()
    await call
    await expectWhere(host, 'nowhere')
  })

/** The focused element of the page: its id or tag, and for the frame the position of the focused element in it. */
async function focusOf(host: HostPage): Promise<string> {
  const name = await host.page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)
  if (name !== 'IFRAME') return String(name)
  const position = () => [...document.querySelectorAll('*')].indexOf(document.activeElement as Element)
  return `IFRAME ${await host.walletFrame().evaluate(position)}`
}

/**
 * Presses a key and waits until the focus has moved. Page and frame are two processes: the one that gives the focus away has its
 * body focused until the other has taken it.
 */
async function moveFocus(host: HostPage, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const before = await focusOf(host)
  await host.page.keyboard.press(key)
  await expect(async () => expect(['BODY', before]).not.toContain(await focusOf(host))).toPass()
}

test('Tab goes through it and on, and Escape leaves it where it is', async ({ openHost }) => {
  const host = await openHost({ body })
  await give(host)
  void host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  await host.page.locator('#before').focus()
  await host.page.keyboard.press('Tab')
  await expect(host.email).toBeFocused()
  await host.page.keyboard.press('Escape')
  await expect(host.email).toBeVisible()
  for (let step = 0; step < 24 && (await focusOf(host)) !== 'after'; step++) await moveFocus(host, 'Tab')
  await expect(host.page.locator('#after')).toBeFocused()
  await moveFocus(host, 'Shift+Tab')
  expect(await focusOf(host)).toMatch(/^IFRAME \d+$/)
  await expectWhere(host, 'place')
})

test('it takes no focus from a field that somebody types into', async ({ openHost }) => {
  const host = await openHost({ body: `<input id="search" aria-label="Search">${PLACE}` })
  await host.page.locator('#search').focus()
  await host.page.keyboard.type('gla')
  await give(host)
  void host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  await host.page.keyboard.type('sses')
  await expect(host.page.locator('#search')).toHaveValue('glasses')
})

test('an element that is hidden keeps the login for later; above the page nothing waits for it', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body })
  const loads = watchLoads(host)
  await give(host)
  const login = host.call('login')
  const code = await host.askForCode(address)
  await expectWhere(host, 'place')
  const show = (display: string) =>
    host.page.evaluate(
      value => document.querySelector('section')?.style.setProperty('display', value),
      display,
    )
  await show('none')
  await expectWhere(host, 'nowhere')
  await show('block')
  await expectWhere(host, 'place')
  await host.code.fill(code)
  expect(await login).toMatchObject({ ok: true })
  await show('none')
  void host.call('signMessage', { message: 'Hello' })
  await expectWhere(host, 'above')
  expect(loads()).toBe(0)
})

test('a place that ends dismisses what stands there', async ({ openHost }) => {
  const host = await openHost({ body })
  await give(host)
  const login = host.call('login')
  await host.email.waitFor()
  await host.page.evaluate('ending.abort(); document.querySelector("#place").remove()')
  expect(await login).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
  expect(await host.events()).not.toContain('connectionLost')
  // Without a place all is as it was.
  void host.call('login')
  await expectWhere(host, 'above')
})

test('an element that is taken out with the login in it ends the login, and the next one opens', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body })
  await give(host)
  const login = host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  await host.page.evaluate(() => document.querySelector('section')?.remove())
  expect(await login).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect(await again).toMatchObject({ value: true })
  // It has no place any more.
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('of two elements the last one counts', async ({ openHost }) => {
  const host = await openHost({ body: `${PLACE}<div id="other"></div>` })
  await give(host)
  void host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  await give(host, '#other', 'second')
  await expectWhere(host, 'other')
  await host.page.evaluate('ending.abort()')
  await expectWhere(host, 'other')
  await expect(host.email).toBeVisible()
})

test('where an element cannot be moved without a load, the frame loads anew and the login works', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body, initScript: 'delete Element.prototype.moveBefore' })
  const again = host.evaluate('return await new Promise(resolve => vitrine.on("ready", () => resolve(true)))')
  const giving = give(host)
  expect(await again).toMatchObject({ value: true })
  await giving
  const login = host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  await host.code.fill(await host.askForCode(address))
  expect(await login).toMatchObject({ ok: true })
  const loads = watchLoads(host)
  const signing = host.call('signMessage', { message: 'Hello' })
  await expectWhere(host, 'above')
  await host.approve()
  expect(await signing).toMatchObject({ ok: true })
  expect(loads()).toBe(0)
})

test('what it asks for in height is in steps, between two bounds, and does not fall while it is on show', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body })
  await give(host)
  await host.page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new ResizeObserver(([entry]) => {
      if (entry?.contentRect.height) seen.push(entry.contentRect.height)
    }).observe(document.querySelector('#place') as Element)
  })
  const login = host.call('login')
  await host.code.fill(await host.askForCode(address))
  await login
  const heights = await host.page.evaluate<number[]>('seen')
  expect(heights.length).toBeGreaterThan(0)
  expect(heights).toEqual([...heights].sort((one, other) => one - other))
  for (const height of heights) {
    expect(height % 40).toBe(0)
    expect(height).toBeGreaterThanOrEqual(320)
    expect(height).toBeLessThanOrEqual(720)
  }
})

test('on a phone of 320 px nothing overflows, and axe finds nothing', async ({ openHost }) => {
  const host = await openHost({ body: '<div id="place"></div>' })
  await host.page.setViewportSize({ width: 320, height: 568 })
  await give(host)
  void host.call('login')
  await host.email.waitFor()
  await expectWhere(host, 'place')
  const overflow = (scope: { evaluate<T>(look: () => T): Promise<T> }) =>
    scope.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(host.page)).toBe(0)
  expect(await overflow(host.walletFrame())).toBe(0)
  await expectNoViolations(host)
})

/** What a page can do to an element of its own while a person is about to press. */
const HOSTILE = {
  transparent: '#clip { opacity: 0.01 }',
  clipped: '#place { clip-path: inset(60% 0 0 0) }',
  small: '#place { scale: 0.2 }',
  'under a cover':
    '#clip::after { content: ""; position: absolute; inset: 0; background: white; pointer-events: none }',
} as const

for (const [name, css] of Object.entries(HOSTILE))
  test(`an element that is made ${name} by a hostile page has no part in what is approved above it`, async ({
    openHost,
    address,
  }) => {
    const host = await openHost({ body, head: `<style>${css}</style>` })
    await host.logIn(address)
    await give(host)
    const signing = host.call('signMessage', { message: 'Hello' })
    await expectWhere(host, 'above')
    await host.approve()
    expect(await signing).toMatchObject({ ok: true })
  })

test('a hostile page that keeps the approval in its element, and lies over it, has it off', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ body })
  await host.logIn(address)
  await give(host)
  void host.call('signMessage', { message: 'Hello' })
  await expect(host.button('Approve')).toBeEnabled()
  await host.page.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.vitrine')
    const place = document.querySelector<HTMLElement & { moveBefore?(node: Node, child: null): void }>(
      '#place',
    )
    if (!dialog || !place) throw new Error('There is no dialog')
    HTMLDialogElement.prototype.showModal = () => {}
    dialog.close()
    place.moveBefore?.(dialog, null)
    dialog.style.cssText = 'display: block; position: static; width: 400px; height: 640px; opacity: 0.01'
  })
  await expect(host.button('Approve')).toBeDisabled()
})
