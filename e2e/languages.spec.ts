import type { Locator } from '@playwright/test'
import { ar } from '../frame-app/words/ar.ts'
import type { WordKey } from '../frame-app/words/en.ts'
import { en } from '../frame-app/words/en.ts'
import { es } from '../frame-app/words/es.ts'
import { ja } from '../frame-app/words/ja.ts'
import { expectNoViolations } from './fixtures/axe.ts'
import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import type { Stack } from './fixtures/stack.ts'
import { test as base, expect } from './fixtures/test.ts'

/** In one that is read from each side: what axe looks at is the same in all of a direction. */
const SCANNED = ['en', 'ar']

const LANGUAGES = { en, es, ja, ar } satisfies Record<string, Readonly<Record<WordKey, string>>>

const METHODS = { sms_auth: true, whatsapp_enabled: true, passkey_auth: true, guest_auth: true }
const TERMS = {
  require_users_accept_terms: true,
  terms_and_conditions_url: 'https://shop.example/terms',
  privacy_policy_url: 'https://shop.example/privacy',
}

interface Fixtures {
  open: Stack
  /** Lets in who is on a list that is empty. */
  closed: Stack
}

const test = base.extend<Fixtures>({
  open: async ({ stack }, use) => use(await withOwnApp(stack, { ...METHODS, ...TERMS })),
  closed: async ({ stack }, use) => use(await withOwnApp(stack, { allowlist_enabled: true })),
})

/** Finds controls by the words of one language, as a person who reads it does. */
function names(host: HostPage, words: Readonly<Record<WordKey, string>>) {
  const role = (kind: 'button' | 'textbox' | 'combobox', key: WordKey): Locator =>
    host.frame.getByRole(kind, { name: words[key], exact: true })
  return {
    button: (key: WordKey) => role('button', key),
    textbox: (key: WordKey) => role('textbox', key),
    combobox: (key: WordKey) => role('combobox', key),
    title: (key: WordKey) => host.frame.getByRole('heading', { name: words[key], exact: true }),
  }
}

for (const [language, words] of Object.entries(LANGUAGES))
  test.describe(language, () => {
    test.use({ locale: language })
    const isScanned = SCANNED.includes(language)
    const also = isScanned ? ', and axe finds nothing' : ''
    const scan = (host: HostPage) => (isScanned ? expectNoViolations(host) : Promise.resolve())
    // Scans of the whole page on every screen.
    test.slow()

    test(`every way in can be read and used${also}`, async ({ context, open, address }) => {
      const host = await (await HostPage.open(context, open, { keepsTicks: true })).ready()
      const { button, textbox, combobox, title } = names(host, words)
      const login = host.call('login')
      await textbox('email.label').waitFor()
      const root = host.frame.locator(':root')
      await expect(root).toHaveAttribute('lang', language)
      await expect(root).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await scan(host)
      await textbox('email.label').fill('nobody@nowhere')
      await button('action.continue').click()
      await expect(host.alert).toContainText(words['email.invalid'])
      await scan(host)

      await button('sms.row').click()
      await textbox('sms.label').waitFor()
      await scan(host)
      await combobox('country.label').click()
      await combobox('country.label').fill('zzz')
      await host.frame.getByText(words['country.none']).waitFor()
      await scan(host)
      await combobox('country.label').fill('')
      await host.frame.getByRole('option').first().waitFor()
      await scan(host)
      await textbox('sms.label').fill('12')
      await button('action.continue').click()
      await host.alert.waitFor()
      await scan(host)
      await button('action.back').click()

      await button('passkey.row').click()
      await button('passkey.logIn').waitFor()
      await scan(host)
      await button('action.back').click()

      await textbox('email.label').fill(address)
      await button('action.continue').click()
      const code = await host.stack.mailbox.waitForCode(address)
      await textbox('code.label').waitFor()
      await scan(host)
      await textbox('code.label').fill(code === '000000' ? '111111' : '000000')
      await host.alert.waitFor()
      await scan(host)
      await textbox('code.label').fill(code)
      await button('terms.accept').waitFor()
      await scan(host)
      await button('terms.accept').click()
      await title('login.successNew').waitFor()
      await scan(host)
      expect(await login).toMatchObject({ ok: true })
    })

    if (!isScanned) return
    test('the account and a signature can be read and used, and axe finds nothing', async ({
      context,
      open,
    }) => {
      const host = await (await HostPage.open(context, open, { keepsTicks: true })).ready()
      const { button, textbox, title } = names(host, words)
      void host.call('login')
      await button('guest.row').click()
      await button('terms.accept').click()
      await title('login.successNew').waitFor()
      await button('action.close').click()

      void host.call('openAccount')
      await host.frame.getByText(words['account.guest']).waitFor()
      await scan(host)
      await button('email.linkTitle').click()
      await textbox('email.label').waitFor()
      await scan(host)
      await button('action.back').click()
      await button('passkey.linkTitle').click()
      await title('passkey.linkTitle').waitFor()
      await scan(host)
      await button('action.close').click()

      await host.call('createWallet')
      void host.call('signMessage', { message: 'Order 1042: 129.00 EUR' })
      await expect(button('action.approve')).toBeEnabled()
      await scan(host)
      await context.setOffline(true)
      await button('action.approve').click()
      await host.alert.waitFor()
      // Its colours change when it can be pressed.
      await expect(button('action.tryAgain')).toBeEnabled()
      await scan(host)
    })

    test('who may not enter reads why, and axe finds nothing', async ({ context, closed, address }) => {
      const host = await (await HostPage.open(context, closed)).ready()
      const { button, textbox, title } = names(host, words)
      void host.call('login')
      await textbox('email.label').fill(address)
      await button('action.continue').click()
      await textbox('code.label').fill(await host.stack.mailbox.waitForCode(address))
      await title('allowlist.title').waitFor()
      await expectNoViolations(host)
    })
  })
