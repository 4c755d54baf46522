import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'

const SMALL = {
  ...{ name: 'light-320x568', theme: 'light', words: en, locale: 'en' },
  size: { width: 320, height: 568 },
} as const
const PHRASE = 'test test test test test test test test test test test junk'

for (const { name, theme, words, locale, size } of [...LOOKS, SMALL])
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`keys that come and go: ${name}`, async ({ context, stack, address }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
      })
      const host = await (await HostPage.open(context, app, { config: { appearance: { theme } } })).ready()
      const shoot = (screen: string) => capture(host, `keys-${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const starting = (label: string) => host.frame.getByRole('button', { name: new RegExp(`^${label}`) })
      const secrets = host.frame.frameLocator(`iframe[title="${words['secret.frame']}"]`)
      const inside = (label: string) => secrets.getByRole('button', { name: label, exact: true })
      const field = secrets.locator('textarea')
      const type = (text: string) =>
        expect(async () => {
          await field.press('ControlOrMeta+a')
          await host.page.keyboard.insertText(text)
          expect(await field.inputValue()).toBe(text)
        }).toPass()
      const code = async () => {
        const label = words['stepUp.sendCode'].replace('{address}', address)
        await button(label).click()
        await host.frame
          .getByRole('textbox', { name: words['code.label'] })
          .fill(await stack.mailbox.waitForCode(address))
      }

      const login = host.call('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await stack.mailbox.waitForCode(address))
      await login

      const account = host.call('openAccount', { screen: 'security' })
      await button(words['account.importWallet']).click()
      await button(words['import.solana']).waitFor()
      await shoot('import-chain')
      await button(words['import.solana']).click()
      await inside(words['secret.words']).waitFor()
      await shoot('import-empty')
      const solana = Keypair.generate()
      await type('not a key')
      await shoot('import-problem')
      await type(base58.encode(solana.secretKey))
      await shoot('import-key')
      await inside(words['secret.words']).click()
      await type(PHRASE.replace('junk', 'test'))
      await secrets.getByRole('alert').waitFor()
      await shoot('import-words-problem')
      await type(PHRASE)
      await inside(words['secret.show']).click()
      await shoot('import-words')
      await inside(words['secret.key']).click()
      await type(base58.encode(solana.secretKey))
      await secrets.locator('button.wide').click()
      await button(words['account.importWallet']).waitFor()
      await button(words['action.close']).click()
      await account

      void host.call('exportWallet')
      await starting(words['export.kit']).waitFor()
      await shoot('export-choice')
      await starting(words['export.phrase']).click()
      await code()
      await inside(words['secret.show']).waitFor()
      await shoot('export-words-hidden')
      await inside(words['secret.show']).click()
      await inside(words['secret.hide']).waitFor()
      await shoot('export-words')
      await button(words['action.close']).click()

      void host.call('exportWallet', { address: solana.publicKey.toBase58() })
      await starting(words['export.key']).click()
      await code()
      await inside(words['secret.show']).waitFor()
      await shoot('export-key-hidden')
      await inside(words['secret.show']).click()
      await inside(words['secret.hide']).waitFor()
      await shoot('export-key')
      await inside(words['secret.json']).click()
      await inside(words['secret.show']).click()
      await inside(words['secret.hide']).waitFor()
      await shoot('export-json')
    })
  })
