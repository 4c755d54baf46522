import { Secret, TOTP } from 'otpauth'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'
import { capture } from './capture.ts'
import type { Settled } from './settle.ts'

const LOOKS = [
  { name: 'light-1280x800', theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { name: 'dark-390x844', theme: 'dark', words: en, locale: 'en', size: { width: 390, height: 844 } },
  { name: 'ar-390x844', theme: 'light', words: ar, locale: 'ar', size: { width: 390, height: 844 } },
] as const

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`second factors: ${name}`, async ({ context, stack, address }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        mfa_methods: ['totp', 'passkey', 'sms', 'email'],
        passkey_auth: true,
        embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } },
      })
      const config = { appearance: { theme } }
      const host = await (await HostPage.open(context, app, { config, initScript: NO_AUTOFILL })).ready()
      await addAuthenticator(host.page)
      const shoot = (screen: string, settled?: Settled) => capture(host, `mfa-${screen}-${name}`, settled)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const row = (label: string) => host.frame.getByRole('button', { name: new RegExp(`^${label}`) })
      const code = host.frame.getByRole('textbox', { name: words['code.label'] })

      const login = host.call('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      await code.fill(await stack.mailbox.waitForCode(address))
      await login
      void host.call('openAccount', { screen: 'security' })
      await button(words['mfa.setUp']).waitFor()
      await shoot('account')
      await button(words['passkey.linkTitle']).click()
      await button(words['passkey.signUp']).click()
      const rename = row(words['passkey.rename'].split('{account}')[0] ?? '').last()
      await rename.waitFor()
      await shoot('passkey-linked')
      await rename.click()
      await host.frame.getByRole('textbox', { name: words['passkey.name'] }).waitFor()
      await shoot('passkey-name')
      await button(words['action.back']).click()
      await button(words['mfa.setUp']).click()
      await row(words['mfa.totp']).waitFor()
      await shoot('list')
      await row(words['mfa.passkey']).click()
      await button(words['mfa.passkeyNew']).waitFor()
      await shoot('passkeys', { approve: 'off' })
      await button(words['action.back']).click()
      await row(words['mfa.totp']).click()
      await button(words['stepUp.sendCode'].replace('{address}', address)).click()
      await code.fill(await stack.mailbox.waitForCode(address))
      const secret = host.frame.locator('code')
      await secret.waitFor()
      await shoot('totp')
      const totp = new TOTP({
        secret: Secret.fromBase32((await secret.textContent())?.replaceAll(' ', '') ?? ''),
      })
      await button(words['action.continue']).click()
      await code.waitFor()
      await shoot('totp-code')
      await code.fill(totp.generate())
      await button(words['mfa.saved']).waitFor()
      await shoot('recovery-codes')
      await button(words['mfa.saved']).click()
      await row(words['mfa.codes']).waitFor()
      await shoot('list-on')
      await row(words['mfa.totp']).click()
      await button(words['account.removeConfirm']).waitFor()
      await shoot('remove')
      await host.page.reload()
      await host.ready()
      void host.call('promptMfa')
      await code.waitFor()
      await shoot('prove')
      await code.fill('000000')
      await host.alert.waitFor()
      await shoot('prove-wrong')
      await button(words['mfa.another']).click()
      await row(words['mfa.recovery']).waitFor()
      await shoot('prove-list')
      await row(words['mfa.recovery']).click()
      await button(words['mfa.confirm']).waitFor()
      await shoot('prove-recovery')
    })
  })
