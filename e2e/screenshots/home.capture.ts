import { ETHER } from '../fixtures/anvil.ts'
import { giveTokens, TOKEN } from '../fixtures/on-anvil.ts'
import { expect, test } from '../fixtures/on-mainnet.ts'
import { capture, LOOKS } from './capture.ts'
import type { Settled } from './settle.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** What contracts call themselves: an override of direction, the look of another, pictures, another direction, as long as it goes. */
const HOSTILE = ['\u202eDSUT', 'UЅDC', '💸👩‍👩‍👧‍👦💸', 'دولار', 'W'.repeat(20)]
const NARROW = { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 } }
const LARGE = { ...LOOKS[0], name: 'light-390x844-200%', size: { width: 390, height: 844 } }

for (const look of [...LOOKS, NARROW, LARGE])
  test(`home: ${look.name}`, async ({ openOnMainnet, main: { anvil } }) => {
    test.setTimeout(120_000)
    const token = { address: TOKEN, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }
    const chain = {
      id: 1,
      name: 'Ethereum',
      rpc_urls: [anvil.url],
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      block_explorer_url: 'https://explorer.example',
      tokens: [token],
    }
    const { theme, words } = look
    const { host, account } = await openOnMainnet(
      { config: { appearance: { theme } } },
      {
        passkey_auth: true,
        sms_auth: true,
        chains: [
          chain,
          // Nobody answers there.
          { ...chain, id: 8453, name: 'Base', rpc_urls: ['http://127.0.0.1:9'], tokens: [] },
          {
            ...chain,
            id: 11_155_111,
            name: 'Sepolia',
            testnet: true,
            tokens: [{ ...token, name: 'W'.repeat(40) }],
          },
        ],
        embedded_wallet_config: {
          ethereum: { create_on_login: 'users-without-wallets' },
          solana: { create_on_login: 'users-without-wallets' },
        },
      },
    )
    await giveTokens(anvil, account, 1_234_567_891n)
    await host.page.emulateMedia({ colorScheme: theme })
    await host.page.setViewportSize(look.size)
    await host.walletFrame().evaluate(
      ({ lang, isLarge }) => {
        Object.defineProperty(navigator, 'languages', { get: () => [lang] })
        if (isLarge) document.documentElement.style.fontSize = '200%'
      },
      { lang: look.locale, isLarge: look === LARGE },
    )
    const shoot = (screen: string, settled?: Settled) => capture(host, `home-${screen}-${look.name}`, settled)
    const button = (key: keyof typeof words) =>
      host.frame.getByRole('button', { name: words[key], exact: true })
    const dialog = host.frame.getByRole('dialog')
    const ended = () => expect(host.dialog).toBeHidden()

    const sending = host.call('sendTransaction', { to: TO, value: `${ETHER / 2n}` })
    await expect(button('action.approve')).toBeEnabled()
    await button('action.approve').click()
    await sending
    await dialog.press('Escape')
    await ended()

    await host.walletFrame().evaluate(
      ([owner, names]) => {
        const session = Object.keys(localStorage).find(key => key.startsWith('vitrine:session:')) ?? ''
        const { id } = JSON.parse(localStorage.getItem(session) ?? '{}')
        const key = `vitrine:assets:${session.slice('vitrine:session:'.length)}:${id}`
        const rows = names.map((symbol, at) => ({
          chainId: 1,
          owner,
          standard: 'ERC20',
          address: `0x${`${at + 1}`.repeat(40)}`,
          tokenId: null,
          symbol,
          decimals: 77,
        }))
        localStorage.setItem(key, JSON.stringify(rows))
        window.dispatchEvent(new StorageEvent('storage', { key: null }))
      },
      [account, HOSTILE] as const,
    )
    void host.call('openAccount')
    await expect(dialog).toContainText('TUSD')
    const [before = '', after = ''] = words['home.unreachable'].split('{networks}')
    await expect(dialog).toContainText(`${before}Base, Sepolia${after}`)
    await shoot('wallet')
    await dialog.locator('section').last().scrollIntoViewIfNeeded()
    await host.frame.getByRole('tabpanel').evaluate(panel => panel.scrollIntoView({ block: 'end' }))
    await shoot('wallet-end')
    await host.frame.locator('[aria-expanded]').first().click()
    await shoot('wallets')
    await host.frame.getByRole('tab').last().click()
    await shoot('logins')
    await dialog.press('Escape')
    await ended()
    for (const screen of ['receive', 'activity']) {
      void host.call('openAccount', { screen })
      await expect(
        host.frame.getByRole('heading', { name: words[`${screen}.title` as 'receive.title'] }),
      ).toBeVisible()
      await shoot(screen)
      await dialog.press('Escape')
      await ended()
    }
    // One that waits for a block can be sped up, or cancelled.
    await anvil.request('evm_setAutomine', [false])
    try {
      const waiting = host.call('sendTransaction', { to: TO, value: `${ETHER / 10n}` })
      await expect(button('action.approve')).toBeEnabled()
      await button('action.approve').click()
      await waiting
      await dialog.press('Escape')
      await ended()
      void host.call('openAccount', { screen: 'activity' })
      await expect(host.frame.getByRole('listitem')).toContainText([words['activity.pending']])
      await shoot('activity-pending', { isBusy: true })
      await host.frame.getByRole('listitem').first().getByRole('button').last().click()
      await expect(dialog).toContainText(words['approval.cancels'])
      await shoot('cancel')
    } finally {
      await anvil.request('evm_setAutomine', [true])
    }
  })
