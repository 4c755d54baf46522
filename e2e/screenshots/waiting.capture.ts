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
  { name: 'ar-320x568', theme: 'light', words: ar, locale: 'ar', size: { width: 320, height: 568 } },
] as const

/** The frame's workers, so that one can be broken. */
const KEEPS_WORKERS = `window.workers = []
window.Worker = class extends Worker {
  constructor(...given) { super(...given); window.workers.push(this) }
}`

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`waiting: ${name}`, async ({ context, stack, address }) => {
      const open = await withOwnApp(stack, { sms_auth: true, passkey_auth: true, guest_auth: true })
      const config = { appearance: { theme }, embeddedWallets: { ethereum: { createOnLogin: 'off' } } }
      const initScript = `${NO_AUTOFILL};${KEEPS_WORKERS}`
      const host = await (await HostPage.open(context, open, { config, initScript })).ready()
      await addAuthenticator(host.page)
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const lateThen = async (screen: string) => {
        await button(words['wait.otherWay']).waitFor()
        await capture(host, `${screen}-${name}`, { isBusy: true })
        await button(words['wait.otherWay']).click()
      }

      const calls = /\/init$/
      await host.page.route(calls, () => {})
      const login = host.call('login')
      await host.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
      await button(words['action.continue']).click()
      await lateThen('waiting-email')
      await button(words['sms.row']).click()
      await host.frame.getByRole('textbox', { name: words['sms.label'] }).fill('2133734253')
      await button(words['action.continue']).click()
      await lateThen('waiting-sms')
      await button(words['passkey.row']).click()
      await button(words['passkey.logIn']).click()
      await lateThen('waiting-passkey')
      await host.page.unroute(calls)

      await host.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
      await button(words['action.continue']).click()
      const code = await stack.mailbox.waitForCode(address)
      await host.frame.getByRole('textbox', { name: words['code.label'] }).fill(code)
      await login
      const linked = host.call('link', 'passkey')
      await button(words['passkey.signUp']).click()
      await button(words['stepUp.sendCode'].replace('{address}', address)).click()
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await stack.mailbox.waitForCode(address))
      await linked
      void host.call('openAccount', { screen: 'logins' })
      await host.frame.getByText('Linux').waitFor()
      await shoot('waiting-account-passkey')
      await button(words['action.close']).click()

      await host.page.route(/\/assets\/worker\//, route => route.abort())
      await host.walletFrame().evaluate(`workers.at(-1).dispatchEvent(new Event('error'))`)
      void host.call('createWallet')
      await host.alert.waitFor()
      await shoot('waiting-vault')
    })

    test(`no passkeys: ${name}`, async ({ context, stack }) => {
      const open = await withOwnApp(stack, { email_auth: false, passkey_auth: true })
      const initScript = 'delete window.PublicKeyCredential'
      const host = await (
        await HostPage.open(context, open, { config: { appearance: { theme } }, initScript })
      ).ready()
      void host.call('login')
      await host.alert.waitFor()
      await capture(host, `waiting-no-way-${name}`)
    })
  })
