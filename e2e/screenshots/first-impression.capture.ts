import { en } from '../../frame-app/words/en.ts'
import { es } from '../../frame-app/words/es.ts'
import { ja } from '../../frame-app/words/ja.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'
import { capture, LOOKS } from './capture.ts'

const PHONE = { width: 390, height: 844 }
/** All looks, a small phone, text of twice the size, and each language. */
const ALL = [
  ...LOOKS.map(look => ({ ...look, text: '100%' })),
  {
    name: 'dark-320x568',
    theme: 'dark',
    words: en,
    locale: 'en',
    size: { width: 320, height: 568 },
    text: '100%',
  },
  { name: 'large-text-390x844', theme: 'light', words: en, locale: 'en', size: PHONE, text: '200%' },
  {
    name: 'es-320x568',
    theme: 'light',
    words: es,
    locale: 'es',
    size: { width: 320, height: 568 },
    text: '100%',
  },
  { name: 'ja-390x844', theme: 'light', words: ja, locale: 'ja', size: PHONE, text: '100%' },
] as const

for (const { name, theme, words, locale, size, text } of ALL)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`first impression: ${name}`, async ({ context, stack, address, number }) => {
      const app = await withOwnApp(stack, {
        sms_auth: true,
        whatsapp_enabled: true,
        passkey_auth: true,
        guest_auth: true,
        terms_and_conditions_url: 'https://shop.example/terms',
        privacy_policy_url: 'https://shop.example/privacy',
      })
      const options = { config: { appearance: { theme } }, initScript: NO_AUTOFILL, keepsTicks: true }
      const host = await (await HostPage.open(context, app, options)).ready()
      await addAuthenticator(host.page)
      await host.walletFrame().evaluate(size => {
        document.documentElement.style.fontSize = size
      }, text)
      const shoot = (screen: string) => capture(host, `first-${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const field = (label: string) => host.frame.getByRole('textbox', { name: label })

      const login = host.call('login')
      await button(words['guest.row']).waitFor()
      await shoot('landing')
      await button(words['sms.row']).click()
      await field(words['sms.label']).fill(number.slice(2))
      await shoot('phone')
      await host.frame.getByRole('combobox').click()
      await host.frame.getByRole('combobox').fill('+4')
      await shoot('country')
      await host.frame.getByRole('combobox').press('Escape')
      await button(words['action.back']).click()
      await field(words['email.label']).fill('nora@gmail.com')
      await button(words['action.continue']).click()
      await field(words['code.label']).waitFor()
      await shoot('code-mailbox')
      await button(words['action.back']).click()
      await field(words['email.label']).fill(address)
      await button(words['action.continue']).click()
      const code = await stack.mailbox.waitForCode(address)
      await field(words['code.label']).fill(code === '000000' ? '111111' : '000000')
      await host.alert.waitFor()
      await shoot('code-wrong')
      await field(words['code.label']).fill(code)
      await login
      await button(words['passkey.notNow']).waitFor()
      await shoot('offer')
      await button(words['passkey.notNow']).click()
      await host.call('logout')
      void host.call('login')
      await button(words['greeting.forgetLabel']).waitFor()
      await shoot('returning')
    })
  })
