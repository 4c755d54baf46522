import type { BrowserContext } from '@playwright/test'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { startWalletConnect } from '../fixtures/wallet-connect.ts'
import { capture, LOOKS } from './capture.ts'

/** Announces wallets that answer as the picture needs it: accounts at once, signatures by their name. */
const announceWallets = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (window !== window.top) return
    const drawn = (color: string) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><circle cx="16" cy="16" r="7" fill="#fff"/></svg>`)}`
    const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    const never = () => new Promise(() => {})
    const wallets = [
      { name: 'Brisk', rdns: 'example.brisk', icon: drawn('#2f6fed'), connects: true, refuses: false },
      { name: 'Slow Wallet', rdns: 'example.slow', icon: drawn('#7c5cc4'), connects: false, refuses: false },
      { name: 'Refusing', rdns: 'example.refusing', icon: drawn('#c2410c'), connects: true, refuses: true },
    ]
    const announce = () => {
      for (const { name, rdns, icon, connects, refuses } of wallets) {
        const provider = {
          on() {},
          removeListener() {},
          request: ({ method }: { method: string }) => {
            if (method === 'eth_chainId') return Promise.resolve('0x1')
            if (method === 'eth_requestAccounts') return connects ? Promise.resolve([address]) : never()
            if (method === 'personal_sign')
              return refuses ? Promise.reject({ code: 4001, message: 'no' }) : never()
            return Promise.resolve(null)
          },
        }
        const info = { uuid: crypto.randomUUID(), name, rdns, icon }
        const detail = Object.freeze({ info, provider })
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    }
    addEventListener('eip6963:requestProvider', announce)
    announce()
  })

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size, colorScheme: theme })

    test(`own wallets: ${name}`, async ({ context, stack }) => {
      const open = await withOwnApp(stack, { email_auth: true, wallet_auth: true, solana_wallet_auth: true })
      await announceWallets(context)
      const host = await (
        await HostPage.open(context, open, { config: { appearance: { theme } }, keepsTicks: true })
      ).ready()
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const of = (text: string, wallet: string) => text.replace('{wallet}', wallet)

      void host.call('login')
      await button(words['walletLogin.row']).waitFor()
      await capture(host, `own-wallet-landing-${name}`)
      await button(words['walletLogin.row']).click()
      await button('Brisk').waitFor()
      await capture(host, `own-wallet-list-${name}`)
      await host.frame.getByRole('textbox', { name: words['ownWallet.search'] }).fill('zzz')
      await capture(host, `own-wallet-none-${name}`)
      await host.frame.getByRole('textbox', { name: words['ownWallet.search'] }).fill('')
      await button('Slow Wallet').click()
      await host.frame.getByText(of(words['ownWallet.confirmConnect'], 'Slow Wallet')).first().waitFor()
      await capture(host, `own-wallet-connecting-${name}`, { isBusy: true })
      await button(words['action.tryAgain']).waitFor()
      await capture(host, `own-wallet-late-${name}`, { isBusy: true })
      await button(words['action.back']).click()
      await button('Brisk').click()
      await host.frame.getByText(words['ownWallet.costsNothing']).first().waitFor()
      await capture(host, `own-wallet-signing-${name}`, { isBusy: true })
      await button(words['action.back']).click()
      await button('Refusing').click()
      await host.frame.getByRole('alert').waitFor()
      await capture(host, `own-wallet-declined-${name}`)
      await host.frame.getByRole('button', { name: words['action.close'] }).click()
      void host.call('connectWallet')
      await button('Brisk').waitFor()
      await capture(host, `own-wallet-connect-${name}`)
      await button('Brisk').click()
      // It stays while the pointer is over it.
      await host.frame.getByRole('heading', { name: words['ownWallet.success'] }).hover()
      await capture(host, `own-wallet-connected-${name}`)
    })

    test(`own wallets on a phone: ${name}`, async ({ browser, stack }) => {
      const peers = await startWalletConnect()
      const open = await withOwnApp(stack, {
        wallet_auth: true,
        wallet_connect_cloud_project_id: 'c'.repeat(32),
        wallet_connect_relay_url: peers.relay.url,
      })
      const isPhone = size.width < 500
      const userAgent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
      const context = await browser.newContext({
        ...{ locale, viewport: size, colorScheme: theme },
        ...(isPhone && { userAgent, hasTouch: true }),
      })
      const host = await (
        await HostPage.open(context, open, { config: { appearance: { theme } }, keepsTicks: true })
      ).ready()
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      void host.call('login')
      await button(words['walletLogin.row']).click()
      await button('WalletConnect').waitFor()
      await capture(host, `own-wallet-phone-list-${name}`)
      await button('WalletConnect').click()
      await button(words['ownWallet.copy']).waitFor()
      await capture(host, `own-wallet-phone-ways-${name}`)
      if (isPhone) {
        await button(words['ownWallet.useCode']).click()
        await host.frame.getByRole('img', { name: words['ownWallet.code'] }).waitFor()
        await capture(host, `own-wallet-phone-code-${name}`)
      }
      await button(words['action.back']).click()
      await peers.stop()
      await context.close()
    })
  })
