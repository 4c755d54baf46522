import { HostPage } from '../fixtures/host-page.ts'
import { test } from '../fixtures/test.ts'
import { capture } from './capture.ts'

/** What stands in the dialog before a screen: its skeleton, and what is told of the network. */
const VIEWS = [
  { theme: 'light', locale: 'en', size: { width: 1280, height: 800 } },
  { theme: 'dark', locale: 'en', size: { width: 390, height: 844 } },
  { theme: 'light', locale: 'ar', size: { width: 320, height: 568 } },
] as const

for (const { theme, locale, size } of VIEWS)
  test(`waiting: ${theme} ${locale} ${size.width}`, async ({ context, stack, address }) => {
    const name = (what: string) => `waiting-${what}-${theme}-${locale}-${size.width}`
    const config = { appearance: { theme } }
    const first = await (await HostPage.open(context, stack, { config })).ready()
    await first.logIn(address)
    await first.page.close()
    let isHeld = false
    await context.route(
      url => url.origin === stack.wallet.origin,
      async route => {
        const isLate = route.request().resourceType() === 'script' && isHeld
        if (isLate) await new Promise(() => {})
        await route.continue()
      },
    )
    const host = await (
      await HostPage.open(context, stack, { config, tag: `data-locale="${locale}"` })
    ).ready()
    await host.page.setViewportSize(size)
    isHeld = true
    void host.call('openAccount')
    await host.frame.locator('[role=dialog]').waitFor()
    await capture(host, name('account'), { isBusy: true })
    await host.walletFrame().evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      dispatchEvent(new Event('offline'))
    })
    await capture(host, name('offline'), { isBusy: true })
    await host.page.close()
    isHeld = false
    const unlisted = await HostPage.open(context, stack, { site: 'unlisted', config })
    await unlisted.page.setViewportSize(size)
    await unlisted.page.emulateMedia({ colorScheme: theme })
    await unlisted.call('login')
    await unlisted.page.getByRole('dialog').waitFor()
    await capture(unlisted, name('unlisted'))
    await unlisted.page.close()
    await context.route('**/apps/*/frame?*', route => route.abort('connectionrefused'))
    const down = await HostPage.open(context, stack, { tag: `data-locale="${locale}"` })
    await down.page.setViewportSize(size)
    await down.page.emulateMedia({ colorScheme: theme })
    await down.evaluate('await loaded')
    await down.call('login')
    await down.page.getByRole('dialog').waitFor()
    await capture(down, name('down'))
  })
