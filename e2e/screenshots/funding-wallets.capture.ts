import { parseEther } from 'viem'
import { Funding, giveUsdc, test } from '../fixtures/on-wallet-funding.ts'
import { ethereumWallet, WalletScreens } from '../fixtures/wallets/on-wallets.ts'
import { capture, LOOKS } from './capture.ts'
import type { Settled } from './settle.ts'

const SMALL = { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 } }

for (const { name, theme, words, locale, size } of [...LOOKS, SMALL])
  test(`funding from wallets: ${name}`, async ({ chains, relay, openFunding }) => {
    test.setTimeout(180_000)
    const { anvil, other } = chains
    const fox = ethereumWallet(chains)
    await anvil.fund(fox.ethereum.address, parseEther('1.2345678'))
    await giveUsdc(anvil, fox.ethereum.address, 50_000_000n)
    const { host, account } = await openFunding([fox], { config: { appearance: { theme } } })
    await host.page.emulateMedia({ colorScheme: theme })
    await host.page.setViewportSize(size)
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    const { frame } = host
    const button = (label: string) => frame.getByRole('button', { name: label, exact: true })
    const shoot = (screen: string, settled?: Settled) =>
      capture(host, `funding-wallets-${screen}-${name}`, settled)

    new Funding(host, account, { chain: `eip155:${other.chainId}`, asset: 'USDC', amount: '20' })
    await button(words['action.continue']).click()
    await frame.getByText(words['fundWallets.anotherMeaning']).waitFor()
    await shoot('choose-first')
    await frame.getByText(words['fundWallets.another']).click()
    await new WalletScreens(host).pick('Fox')
    await frame.getByText(words['fundWallets.bringFrom']).waitFor()
    await shoot('short')
    await button(words['fundWallets.chooseOther']).click()
    await frame.getByText('Fox').waitFor()
    await shoot('choose')
    await frame.getByText('Fox').click()
    await frame.getByRole('button', { name: /^USDC/ }).click()
    await frame.locator('dl').waitFor()
    await shoot('offer')
    await button(words['fundWallets.review']).click()
    await button(words['action.approve']).waitFor()
    await shoot('approval')
    const intent = relay.intents.at(-1)
    relay.tell(intent?.requestId ?? '', 'pending')
    await button(words['action.approve']).click()
    await frame.getByRole('heading', { name: words['fundWallets.onTheWay'] }).waitFor()
    await shoot('on-the-way', { isBusy: true })
    relay.tell(intent?.requestId ?? '', 'failure')
    await frame.getByRole('heading', { name: words['fundWallets.endTitle'] }).waitFor()
    await shoot('ended')
    await button(words['action.close']).click()

    await giveUsdc(other, fox.ethereum.address, 50_000_000n)
    await other.fund(fox.ethereum.address, parseEther('1'))
    new Funding(host, account, { chain: `eip155:${other.chainId}`, asset: 'USDC', amount: '15' })
    await button(words['action.continue']).click()
    await frame.getByText('Fox').click()
    await button(words['fundWallets.review']).waitFor()
    await shoot('enough')
    await button(words['fundWallets.review']).click()
    fox.next('eth_sendTransaction', { does: 'never' })
    await button(words['action.approve']).click()
    await button(words['action.close']).click()
    await button(words['fundWallets.declined']).waitFor()
    await shoot('asked', { isBusy: true })
  })
