import { encodeFunctionData } from 'viem'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { ETHER, withAnvil } from '../fixtures/anvil.ts'
import { nextWindow, withoutClick } from '../fixtures/approval-window.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { giveTokens, TOKEN, TOKEN_ABI } from '../fixtures/on-anvil.ts'
import { expect, test } from '../fixtures/test.ts'
import { capture, capturePage } from './capture.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const unlimited = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'approve', args: [TO, 2n ** 256n - 1n] })

for (const { theme, words, locale, size } of [
  { theme: 'light', words: en, locale: 'en', size: { width: 1280, height: 800 } },
  { theme: 'dark', words: en, locale: 'en', size: { width: 390, height: 844 } },
  { theme: 'light', words: ar, locale: 'ar', size: { width: 320, height: 568 } },
] as const)
  test(`the wallet’s window: ${theme} ${locale}`, async ({ context, stack, address }) => {
    test.setTimeout(120_000)
    const { stack: own, anvil } = await withAnvil(stack, { approval_surface: 'window', theme })
    const host = await (
      await HostPage.open(context, own, { initScript: withoutClick, config: { appearance: { theme } } })
    ).ready()
    const { user } = await host.logIn(address)
    const account = user.wallet?.address ?? '0x'
    await anvil.fund(account, 5n * ETHER)
    await giveTokens(anvil, account, 12_500_000n)
    await host.page.setViewportSize(size)
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    const name = (screen: string) => `${screen}-${theme}-${locale}-${size.width}x${size.height}`
    for (const [screen, transaction] of [
      ['window-send', { to: TO, value: String(ETHER) }],
      ['window-unlimited', { to: TOKEN, data: unlimited }],
    ] as const) {
      void host.call('signTransaction', transaction)
      const button = host.frame.getByRole('button', { name: words['approval.openWallet'], exact: true })
      await expect(button).toBeVisible()
      await capture(host, name(`${screen}-opener`))
      const [popup] = await Promise.all([nextWindow(context), button.click()])
      await popup.setViewportSize(size.width > 500 ? { width: 460, height: 720 } : size)
      await popup.getByRole('button', { name: words['action.approve'], exact: true }).waitFor()
      await capturePage(popup, name(screen))
      await popup.getByRole('button', { name: words['action.reject'], exact: true }).click()
      await expect(host.dialog).toBeHidden()
    }
    await anvil.stop()
  })
