import type { BrowserContext, Page } from '@playwright/test'
import { en } from '../frame-app/words/en.ts'
import { WITH_MOTION } from './fixtures/browser.ts'
import { HostPage } from './fixtures/host-page.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

test.use(WITH_MOTION)

/** Never a dead second: a dialog stands before the code of its screen is there, and says how the network does. */

/** Holds back what the frame's document does not name itself, until it is let go. */
async function holdBack(context: BrowserContext, { wallet }: Stack, isHeld: (url: string) => boolean) {
  let letGo = () => {}
  const released = new Promise<void>(resolve => {
    letGo = resolve
  })
  let held = 0
  await context.route(
    url => url.origin === wallet.origin && isHeld(url.pathname),
    async route => {
      held++
      await released
      await route.continue().catch(() => {})
    },
  )
  return { letGo, count: () => held }
}

/** The files of the login's screens: the document names them, and the kernel has them fetched. */
const screensOf = async ({ wallet, app, site }: Stack): Promise<string[]> => {
  const url = `${wallet.origin}/apps/${app.id}/frame?origin=${encodeURIComponent(site.crossSite)}`
  const html = await (await fetch(url)).text()
  return [...html.matchAll(/data-soon="([^"]+\.js)"/g)].map(([, path]) => path ?? '')
}

const skeleton = (host: HostPage) => host.frame.locator('[role=dialog][aria-busy=true]')

test('a login whose screen is on its way has its dialog at once, which can be left, and nothing stale comes', async ({
  context,
  stack,
}) => {
  const screens = await screensOf(stack)
  const { letGo } = await holdBack(context, stack, path => screens.includes(path))
  const host = await (await HostPage.open(context, stack)).ready()
  const first = host.call('login')
  await expect(host.page.getByRole('dialog', { name: 'Log in or sign up' })).toBeVisible()
  await expect(skeleton(host)).toHaveAccessibleName('Log in or sign up')
  await expect(host.frame.getByText(`Secured by ${new URL(stack.wallet.origin).host}`)).toBeVisible()
  await host.button('Close').click()
  expect(await first).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })
  await expect(host.dialog).toBeHidden()

  const second = host.call('login')
  await expect(skeleton(host)).toBeVisible()
  await host.page.keyboard.press('Escape')
  expect(await second).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })

  const third = host.call('login')
  await expect(skeleton(host)).toBeVisible()
  letGo()
  await expect(host.email).toBeFocused()
  await expect(skeleton(host)).toHaveCount(0)
  await expect(host.frame.getByRole('dialog')).toHaveCount(1)
  await host.button('Close').click()
  await third
  await expect(host.dialog).toBeHidden()
})

test('a request whose code is on its way has its dialog at once; what is left is not shown when it comes', async ({
  context,
  stack,
  address,
}) => {
  const first = await (await HostPage.open(context, stack)).ready()
  await first.logIn(address)
  await first.page.close()
  // Somebody who is logged in comes back, and is asked before anything has come but what the page waits for.
  let isHolding = true
  const named = await screensOf(stack)
  const { letGo } = await holdBack(
    context,
    stack,
    path => isHolding && path.startsWith('/assets/') && path.endsWith('.js') && !isAtOnce(path),
  )
  const atOnce = new Set<string>()
  const isAtOnce = (path: string) => atOnce.has(path)
  for (const path of await atOnceOf(stack)) atOnce.add(path)
  expect(named.some(isAtOnce)).toBe(false)
  const host = await (await HostPage.open(context, stack)).ready()
  const signing = host.call('signMessage', { message: 'Hello' })
  await expect(skeleton(host)).toBeVisible()
  await host.button('Close').click()
  expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  await expect(host.dialog).toBeHidden()
  const again = host.call('signMessage', { message: 'Hello again' })
  await expect(skeleton(host)).toBeVisible()
  isHolding = false
  letGo()
  await host.approve()
  await expect(host.frame.getByText('Hello again')).toHaveCount(0)
  expect(await again).toMatchObject({ ok: true })
})

/** What the document has fetched before anything runs. */
async function atOnceOf({ wallet, app, site }: Stack): Promise<string[]> {
  const url = `${wallet.origin}/apps/${app.id}/frame?origin=${encodeURIComponent(site.crossSite)}`
  const html = await (await fetch(url)).text()
  return [...html.matchAll(/(?: rel="modulepreload" href|<script type="module" src)="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
}

const cutOff = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

test('offline, a login says so in place, and goes on by itself', async ({ context, stack }) => {
  const screens = await screensOf(stack)
  const isCut = { now: true }
  await context.route(
    url => screens.includes(url.pathname),
    route => (isCut.now ? route.abort('internetdisconnected') : route.continue()),
  )
  const host = await (await HostPage.open(context, stack)).ready()
  await cutOff(host.page, true)
  const login = host.call('login')
  await expect(host.frame.getByText(en['wait.offline'])).toBeVisible()
  isCut.now = false
  await cutOff(host.page, false)
  await expect(host.email).toBeFocused()
  await host.button('Close').click()
  await login
})

test('where the site is not listed, a login shows the wallet origin’s page in the dialog, and can be left', async ({
  context,
  stack,
}) => {
  const host = await HostPage.open(context, stack, { site: 'unlisted' })
  expect(await host.evaluate('await loaded; await vitrine.ready')).toMatchObject({ ok: false })
  expect(await host.call('login')).toMatchObject({ ok: false, error: { code: 'invalid_origin' } })
  await expect(host.page.getByRole('dialog', { name: 'Login isn’t available here' })).toBeVisible()
  await expect(
    host.frame.getByRole('heading', { name: 'Login is not allowed from this address' }),
  ).toBeVisible()
  await expect(host.page.getByRole('button', { name: 'Close' })).toBeFocused()
  await host.page.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()
})

test('where the wallet does not come, a login says so in the dialog, and Escape closes it', async ({
  context,
  stack,
}) => {
  await context.route('**/apps/*/frame?*', route => route.abort('connectionrefused'))
  const host = await HostPage.open(context, stack)
  await host.evaluate('await loaded; await vitrine.ready')
  const login = host.call('login')
  await expect(host.page.getByRole('heading', { name: 'We can’t reach the login' })).toBeVisible()
  expect(await login).toMatchObject({ ok: false, error: { code: 'frame_unreachable' } })
  await host.page.keyboard.press('Escape')
  await expect(host.dialog).toBeHidden()
  expect(await host.page.evaluate('document.documentElement.style.overflow')).toBe('')
})
