import { HostPage } from '../fixtures/host-page.ts'
import { test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'

const WIDTHS = { 'light-1280x800': 480, 'dark-390x844': 350, 'ar-390x844': 350 } as const
const SMALL = { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 } } as const
const NARROW = { ...LOOKS[0], name: 'light-column-1280x800' } as const

/** A page as a shop has one, with the element between its own boxes. @param column px */
const site = (
  column: number,
  theme: string,
  locale: string,
) => `<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><style>
    body { margin: 0; font: 16px/1.5 system-ui; color-scheme: ${theme};
      ${theme === 'dark' ? 'background: #14161a; color: #eee' : 'background: #f6f8fa; color: #222'} }
    main { display: grid; grid-template-columns: minmax(0, ${column}px) 1fr; gap: 24px; padding: 16px }
    @media (width < 600px) { main { grid-template-columns: minmax(0, 1fr) } }
  </style><main><section><h2>Glasses</h2><div id="place"></div><p>Free delivery from 40 €.</p></section>
  <aside><h2>Your basket</h2><p>One pair of reading glasses.</p></aside></main>`

for (const look of [...LOOKS, SMALL, NARROW])
  test.describe(look.name, () => {
    const { name, theme, words, locale, size } = look
    test.use({ locale, viewport: size })

    test(`in an element of the page: ${name}`, async ({ context, stack, address }) => {
      test.slow()
      const column = name === NARROW.name ? 280 : ((WIDTHS as Record<string, number>)[name] ?? 480)
      const body = site(column, theme, locale)
      const host = await (
        await HostPage.open(context, stack, { body, config: { appearance: { theme } } })
      ).ready()
      await host.evaluate('await vitrine.showInline(document.querySelector("#place"))')
      const shoot = (screen: string) => capture(host, `inline-${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const login = host.call('login')
      const email = host.frame.getByRole('textbox').first()
      await email.waitFor()
      await shoot('login')
      await email.focus()
      await host.page.keyboard.press('Tab')
      await shoot('login-focus')
      await email.fill('nobody')
      await button(words['action.continue']).click()
      await host.frame.getByRole('alert').first().waitFor()
      await shoot('login-problem')
      await email.fill(address)
      await button(words['action.continue']).click()
      const code = host.frame.getByRole('textbox', { name: words['code.label'] })
      await code.waitFor()
      await shoot('code')
      await code.fill(await stack.mailbox.waitForCode(address))
      await login
      void host.call('openAccount')
      await button(words['account.logOut']).waitFor()
      await shoot('account')
    })
  })
