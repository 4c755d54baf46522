import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { expect, giveTokens, TOKEN, test } from '../fixtures/on-anvil.ts'
import { capture } from './capture.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SUPPORTED = [
  { id: 31_337, name: 'Anvil' },
  { id: 10, name: 'OP' },
]
const CALLS = [
  { to: TO, value: '0xde0b6b3a7640000' },
  { to: TO, value: '0x1' },
]

for (const { theme, words, locale, size } of [
  { theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { theme: 'dark', words: en, locale: 'en', size: { width: 320, height: 568 } },
  { theme: 'light', words: ar, locale: 'ar', size: { width: 390, height: 844 } },
] as const)
  test(`tokens and calls: ${theme} ${locale}`, async ({ open, shop }) => {
    test.setTimeout(180_000)
    const { host, account } = await open({
      config: { appearance: { theme }, supportedChains: SUPPORTED },
    })
    await host.page.emulateMedia({ colorScheme: theme })
    await host.page.setViewportSize(size)
    await giveTokens(shop.anvil, account, 12_500_000n)
    const shoot = (screen: string) =>
      capture(host, `${screen}-${theme}-${locale}-${size.width}x${size.height}`)
    const dialog = host.frame.getByRole('dialog')
    const ask = <T>(method: string, params: unknown) => host.call<T>('ethereum.request', { method, params })

    const sending = ask<{ id: string }>('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', from: account, atomicRequired: false, calls: CALLS },
    ])
    await host.approve()
    // It stays while the pointer is over it.
    await host.frame.getByRole('dialog', { name: 'Sent' }).press('Escape')
    const sent = await sending
    if (!sent.ok) throw new Error(sent.error.message)
    // The dialogs that come next are in this language.
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    void ask('wallet_showCallsStatus', [sent.value.id])
    await expect(dialog.locator('ol > li')).toHaveCount(2)
    await shoot('show-calls')
    await dialog.press('Escape')
    await expect(host.dialog).toBeHidden()

    const watching = ask('wallet_watchAsset', { type: 'ERC20', options: { address: TOKEN } })
    await expect(dialog).toContainText('12.5')
    const add = host.frame.getByRole('button', { name: words['asset.add'], exact: true })
    await expect(add).toBeEnabled({ timeout: 15_000 })
    await shoot('watch-asset')
    await add.click()
    await watching
    void host.call('openAccount')
    await expect(dialog).toContainText('12.5')
    await shoot('account-tokens')
    await dialog.press('Escape')
    await expect(host.dialog).toBeHidden()

    void host.call('signTransaction', {
      to: TO,
      value: 1,
      chainId: 10,
      nonce: 0,
      gas: 21_000,
      gasPrice: 1_000_000_000,
    })
    await expect(host.frame.locator('button[aria-expanded]')).toBeVisible()
    await shoot('sign-unchecked')
  })
