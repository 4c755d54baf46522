import { changeDisk } from '../fixtures/device-disk.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'
import { settle } from './settle.ts'

const PASSCODE = 'correct horse battery'

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`the wallets of the account: ${name}`, async ({ context, stack, address }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: {
          mode: 'legacy-embedded-wallets-only',
          ethereum: { create_on_login: 'users-without-wallets' },
          solana: { create_on_login: 'users-without-wallets' },
          user_owned_recovery_options: ['user-passcode'],
        },
      })
      const host = await (await HostPage.open(context, app, { config: { appearance: { theme } } })).ready()
      const shoot = (screen: string) => capture(host, `recovery-${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const field = (label: string) => host.frame.getByLabel(label, { exact: true })

      const login = host.call('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await host.stack.mailbox.waitForCode(address))
      await login
      void host.call('openAccount', { screen: 'security' })
      await button(words['account.changeRecovery']).waitFor()
      await shoot('automatic')
      await button(words['account.changeRecovery']).click()
      await field(words['passcode.label']).fill('short')
      await button(words['passcode.set']).click()
      await host.alert.waitFor()
      await shoot('new-passcode')
      await field(words['passcode.label']).fill(PASSCODE)
      await field(words['passcode.repeat']).fill(PASSCODE)
      // The card has changed its height, and the guard does not admit a press that began while it did.
      await settle(host.page)
      await button(words['passcode.set']).click()
      await button(words['account.changeRecovery']).waitFor()
      await shoot('passcode')
      await changeDisk(host, 'cleared')
      void host.call('openAccount', { screen: 'security' })
      await button(words['account.recoverWallet']).waitFor()
      await shoot('closed')
      await button(words['account.recoverWallet']).click()
      await field(words['passcode.label']).fill('battery horse correct')
      await button(words['recover.open']).click()
      await host.alert.waitFor()
      await shoot('recover')
      await button(words['action.back']).click()
      await button(words['account.recoverWallet']).waitFor()
      await context.setOffline(true)
      await button(words['action.close']).click()
      void host.call('openAccount', { screen: 'security' })
      // Each part of the screen that reads from the server says by itself that it could not.
      await expect(host.alert).toHaveCount(4)
      await shoot('offline')
    })
  })
