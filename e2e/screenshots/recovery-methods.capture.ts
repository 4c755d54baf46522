import { allow, refuse } from '../fixtures/clouds.ts'
import { changeDisk } from '../fixtures/device-disk.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { enterRecoveryKey, test } from '../fixtures/recovery-app.ts'
import { addAuthenticator } from '../fixtures/virtual-authenticator.ts'
import { capture, capturePage, LOOKS } from './capture.ts'
import type { Settled } from './settle.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS = [
  ...LOOKS.map(look => ({ ...look, text: '100%' })),
  { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 }, text: '100%' },
  { ...LOOKS[0], name: 'light-390x844-200%', size: PHONE, text: '200%' },
]
/** A site whose frame the browser forbids passkeys. */
const FORBID = `Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() {} })`
const ACCOUNT = 'ada@cloud.example'

for (const { name, theme, words, locale, size, text } of SCREENS)
  test.describe(name, () => {
    test.use({ locale, viewport: size, colorScheme: theme })

    test(`ways to recover: ${name}`, async ({ context, app, address }) => {
      test.setTimeout(180_000)
      const config = { appearance: { theme } }
      const host = await (await HostPage.open(context, app, { config, initScript: FORBID })).ready()
      const shoot = (screen: string, settled?: Settled) =>
        capture(host, `recovery-${screen}-${name}`, settled)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const row = (label: string) => host.frame.locator('button', { hasText: label })
      const enlarge = () =>
        host.frame.locator(':root').evaluate((root, size) => {
          root.style.fontSize = size
        }, text)
      const account = async (press: string) => {
        await enlarge()
        void host.call('openAccount', { screen: 'security' })
        await button(press).click()
      }
      const inWindow = async (press: string) => {
        const opening = context.waitForEvent('page')
        await button(press).click()
        return opening
      }
      const through = (cloud: string) => words['oauth.row'].replace('{provider}', cloud)
      const site = words['recovery.site'].replace('{app}', 'Example shop')

      const login = host.call<{ user: { id: string } }>('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      const code = await host.stack.mailbox.waitForCode(address)
      await host.frame.getByRole('textbox', { name: words['code.label'] }).fill(code)
      const outcome = await login
      if (!outcome.ok) throw new Error(outcome.error.message)
      const { id } = outcome.value.user

      await account(words['account.changeRecovery'])
      await row(words['recovery.passkey']).waitFor()
      await shoot('chooser')
      for (const [screen, way] of [
        ['set-passcode', words['passcode.label']],
        ['set-drive', 'Google Drive'],
        ['set-icloud', 'iCloud'],
        ['set-passkey', words['recovery.passkey']],
      ] as const) {
        await row(way).first().click()
        await button(words['action.back']).waitFor()
        await shoot(screen)
        await button(words['action.back']).click()
      }
      await row(words['recovery.passkey']).click()
      await button(words['recovery.passkeyCreate']).click()
      await button(words['passkey.useWindow']).waitFor()
      await shoot('passkey-forbidden')
      const asking = await inWindow(words['passkey.useWindow'])
      await asking.getByRole('button').waitFor()
      await capturePage(asking, `window-recovery-${name}`)
      await shoot('passkey-in-window', { isBusy: true })
      await asking.close()
      await host.alert.waitFor()
      await button(words['action.back']).click()
      await row(site).click()
      await shoot('set-site')
      await button(words['action.continue']).click()
      await host.frame.getByRole('status').filter({ hasText: 'Example shop' }).first().waitFor()
      await shoot('site-waiting', { isBusy: true })
      await enterRecoveryKey(app, id)
      await button(words['account.changeRecovery']).waitFor()
      await changeDisk(host, 'cleared')
      await account(words['account.recoverWallet'])
      await host.frame.getByRole('status').filter({ hasText: 'Example shop' }).first().waitFor()
      await shoot('recover-site', { isBusy: true })
      await enterRecoveryKey(app, id)

      await button(words['account.changeRecovery']).click()
      await row('Google Drive').click()
      const refusing = await inWindow(through('Google Drive'))
      await shoot('drive-waiting', { isBusy: true })
      await refuse(refusing)
      await host.alert.waitFor()
      await shoot('drive-refused')
      await allow(await inWindow(words['action.tryAgain']), ACCOUNT)
      await button(words['account.changeRecovery']).click()
      await row('Google Drive').click()
      await host.alert.waitFor()
      await shoot('same-cloud')
      await changeDisk(host, 'cleared')
      await account(words['account.recoverWallet'])
      await button(through('Google Drive')).waitFor()
      await shoot('recover-drive')
      await allow(await inWindow(through('Google Drive')), 'eve@cloud.example')
      await host.alert.waitFor()
      await shoot('recover-elsewhere')
      await allow(await inWindow(words['action.tryAgain']), ACCOUNT)

      await button(words['account.changeRecovery']).click()
      await row(words['recovery.passkey']).click()
      await button(words['recovery.passkeyCreate']).click()
      const making = await inWindow(words['passkey.useWindow'])
      await addAuthenticator(making, { hasPrf: true })
      await making.getByRole('button').click()
      await button(words['account.changeRecovery']).waitFor()
      await changeDisk(host, 'cleared')
      await account(words['account.recoverWallet'])
      await button(words['recover.usePasskey']).waitFor()
      await shoot('recover-passkey')
      await button(words['recover.usePasskey']).click()
      await button(words['passkey.useWindow']).waitFor()
      await shoot('recover-passkey-forbidden')
    })
  })
