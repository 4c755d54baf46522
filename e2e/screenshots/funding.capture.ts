import { openWindow, test } from '../fixtures/on-market.ts'
import { capture, LOOKS } from './capture.ts'
import type { Settled } from './settle.ts'

const WAYS = [
  { method: 'card', provider: 'coinbase' },
  { method: 'card', provider: 'moonpay' },
  { method: 'payment-request', provider: 'moonpay' },
  { method: 'exchange', provider: 'coinbase' },
  { method: 'wallets' },
  { method: 'manual' },
]
const SMALL = { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 } }

for (const look of [...LOOKS, SMALL])
  test(`funding: ${look.name}`, async ({ openFunding }) => {
    test.setTimeout(300_000)
    const { name, theme, words, locale, size } = look
    const { host, account } = await openFunding(WAYS, { page: { config: { appearance: { theme } } } })
    const { frame } = host
    await host.page.emulateMedia({ colorScheme: theme })
    await host.page.setViewportSize(size)
    await host
      .walletFrame()
      .evaluate(
        ([lang = '']) => Object.defineProperty(navigator, 'languages', { get: () => [lang] }),
        [locale],
      )
    const shoot = (screen: string, settled?: Settled) => capture(host, `funding-${screen}-${name}`, settled)
    const press = (label: string) => frame.getByRole('button', { name: label, exact: true }).click()
    void host.call('fundWallet', {
      address: account,
      options: { uiConfig: { landing: { title: 'Top up to check out' } } },
    })
    await frame.getByRole('dialog', { name: words['funding.title'] }).waitFor()
    await shoot('ways')
    await frame
      .getByRole('button', { name: new RegExp(`^${words['funding.method.card']}`) })
      .first()
      .click()
    await frame.getByRole('textbox', { name: words['send.amount'] }).fill('0')
    await press(words['action.continue'])
    await shoot('problem')
    await frame.getByRole('textbox', { name: words['send.amount'] }).fill('25')
    await shoot('amount')
    await press(words['action.continue'])
    const open = words['funding.open'].replace('{provider}', 'Coinbase')
    await frame.getByRole('button', { name: open, exact: true }).waitFor()
    await shoot('confirm')
    const popup = await openWindow(host, open)
    await shoot('waiting', { isBusy: true })
    await popup.close()
    await frame
      .getByText(words['funding.waiting.gone'].replaceAll('{provider}', 'Coinbase'))
      .first()
      .waitFor()
    await shoot('gone', { isBusy: true })
    await press(words['social.openAgain'])
    const again = await openWindow(host, open)
    await again.getByRole('button', { name: 'Fail' }).click()
    await press(words['action.back'])
    await press(words['action.back'])
    await frame.getByRole('button', { name: new RegExp(`^${words['funding.method.manual']}`) }).click()
    await frame.getByText(words['funding.awaiting'].replace('{symbol}', 'USDC')).first().waitFor()
    await shoot('receive', { isBusy: true })
    await press(words['action.close'])
    void host.call('openAccount')
    await frame.getByRole('button', { name: words['funding.title'], exact: true }).waitFor()
    await shoot('home')
  })
