import { HostPage, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { launchWithExtension } from './extension/load.ts'

test('Chromium: an installed extension logs a person in, on both of its chains', async ({ stack }) => {
  const own = await withOwnApp(stack, { wallet_auth: true, solana_wallet_auth: true })
  const config = { appearance: { walletChainType: 'ethereum-and-solana' } }
  const browser = await launchWithExtension()
  try {
    const site = await (await HostPage.open(browser.context, own, { config })).ready()
    for (const [chain, loginMethod] of [
      ['Ethereum', 'siwe'],
      ['Solana', 'siws'],
    ] as const) {
      const login = site.call<LoginValue>('login')
      await site.button('Continue with a wallet').click()
      await site.button('Extension').click()
      await site.button(chain).click()
      expect(await login).toMatchObject({ ok: true, value: { isNewUser: true, loginMethod } })
      await site.call('logout')
    }
  } finally {
    await browser.close()
  }
})
