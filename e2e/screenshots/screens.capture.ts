import { expect, test } from '../fixtures/test.ts'
import { capture } from './capture.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
const PAGE = `<style>body { font: 16px/1.5 system-ui; margin: 40px; color-scheme: light dark }</style>
  <p>A page of a shop, with some text in it, so that one sees how the backdrop stands over a page.</p>`

for (const theme of ['light', 'dark'] as const)
  for (const size of SIZES)
    test(`${theme} ${size.width}×${size.height}`, async ({ openHost, address, context }) => {
      const host = await openHost({ config: { appearance: { theme } }, body: PAGE })
      await host.page.emulateMedia({ colorScheme: theme })
      await host.page.setViewportSize(size)
      const shoot = (screen: string) => capture(host, `${screen}-${theme}-${size.width}x${size.height}`)

      const login = host.call('login')
      await host.email.waitFor()
      await shoot('landing')
      await host.email.fill('ada@nowhere')
      await host.button('Continue').click()
      await host.alert.waitFor()
      await shoot('landing-error')
      const code = await host.askForCode(address)
      await shoot('code')
      await host.code.fill(code === '000000' ? '111111' : '000000')
      await host.alert.waitFor()
      await shoot('code-wrong')
      await host.code.fill(code)
      await login
      void host.call('signMessage', {
        message:
          'Order 1042 at Example shop\n\n1 × Ceramic lamp, sand\nTotal: 129.00 EUR\n\nI agree to the terms of sale.',
      })
      await expect(host.button('Approve')).toBeEnabled()
      await shoot('sign-message')
      await context.setOffline(true)
      await host.button('Approve').click()
      await host.alert.waitFor()
      await shoot('sign-message-offline')
      await context.setOffline(false)
      await host.button('Close').or(host.button('Reject')).first().click()
      void host.call('openAccount')
      await host.button('Log out').waitFor()
      await shoot('account')
    })
