import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'
import { capture } from './capture.ts'

const LOOKS = [
  { name: 'light-1280x800', theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { name: 'dark-390x844', theme: 'dark', words: en, locale: 'en', size: { width: 390, height: 844 } },
  { name: 'ar-390x844', theme: 'light', words: ar, locale: 'ar', size: { width: 390, height: 844 } },
  { name: 'custom-ar-320x568', theme: '#2b1a4d', words: ar, locale: 'ar', size: { width: 320, height: 568 } },
] as const

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`ways in: ${name}`, async ({ context, stack, number }) => {
      const open = await withOwnApp(stack, {
        sms_auth: true,
        whatsapp_enabled: true,
        passkey_auth: true,
        passkeys_for_signup_enabled: true,
        guest_auth: true,
        custom_jwt_auth: true,
        custom_jwt_config: {
          issuer: 'https://accounts.shop.example',
          audience: 'vitrine',
          jwks_url: 'https://accounts.shop.example/jwks.json',
        },
        require_users_accept_terms: true,
        terms_and_conditions_url: 'https://shop.example/terms',
        privacy_policy_url: 'https://shop.example/privacy',
      })
      const config = { appearance: { theme } }
      const options = { config, initScript: NO_AUTOFILL, keepsTicks: true }
      const host = await (await HostPage.open(context, open, options)).ready()
      await addAuthenticator(host.page)
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })

      void host.call('login')
      await button(words['guest.row']).waitFor()
      await shoot('ways-landing')
      await button(words['sms.row']).click()
      await host.frame.getByRole('textbox', { name: words['sms.label'] }).waitFor()
      await shoot('ways-sms')
      await host.frame.getByRole('combobox').click()
      await host.frame.getByRole('option').first().waitFor()
      await shoot('ways-sms-countries')
      await host.frame.getByRole('textbox', { name: words['sms.label'] }).fill(number.slice(2))
      await button(words['action.continue']).click()
      await host.frame.getByRole('textbox', { name: words['code.label'] }).waitFor()
      await shoot('ways-sms-code')
      await button(words['action.back']).click()
      await button(words['action.back']).click()
      await button(words['passkey.row']).click()
      await button(words['passkey.signUp']).waitFor()
      await shoot('ways-passkey')
      await button(words['passkey.logIn']).click()
      await host.alert.waitFor()
      await shoot('ways-passkey-failed')
      await button(words['action.back']).click()
      await button(words['action.back']).click()
      await context.setOffline(true)
      await button(words['guest.row']).click()
      await host.alert.waitFor()
      await shoot('ways-guest-offline')
      await context.setOffline(false)
      await button(words['action.tryAgain']).click()
      await button(words['terms.accept']).waitFor()
      await shoot('ways-terms')
      await button(words['terms.accept']).click()
      await host.frame.getByRole('heading', { name: words['login.successNew'] }).waitFor()
      await shoot('ways-success')
      await button(words['action.close']).click()
      void host.call('openAccount', { screen: 'logins' })
      await button(words['sms.linkTitle']).waitFor()
      await shoot('ways-account-guest')
      await button(words['action.close']).click()
      void host.call('link', 'custom-jwt')
      await host.frame.getByRole('heading', { name: words['siteAccount.linkTitle'] }).waitFor()
      await shoot('ways-link-site-account')
    })
  })

test('who may not enter', async ({ context, stack, address }) => {
  const closed = await withOwnApp(stack, { allowlist_enabled: true })
  const host = await (await HostPage.open(context, closed)).ready()
  void host.call('login')
  await host.code.fill(await host.askForCode(address))
  await host.frame.getByRole('heading', { name: en['allowlist.title'] }).waitFor()
  await capture(host, 'ways-denied-light')
})
