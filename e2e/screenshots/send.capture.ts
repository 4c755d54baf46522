import { giveTokens, TOKEN, test } from '../fixtures/on-anvil.ts'
import { capture, LOOKS } from './capture.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Reads like it where addresses are shortened. */
const TWIN = '0x7090000000000000000000000000000000dc79C8'
const WATCH = { method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: TOKEN } } }
const SMALL = { ...LOOKS[0], name: 'light-320x568', size: { width: 320, height: 568 } }
const LARGE = { ...LOOKS[1], name: 'dark-200-percent', size: { width: 390, height: 844 }, zoom: '200%' }

for (const look of [...LOOKS, SMALL, LARGE])
  test(`send: ${look.name}`, async ({ open, shop }) => {
    test.setTimeout(180_000)
    const { name, theme, words, locale, size } = look
    const { host, account } = await open({ config: { appearance: { theme } } })
    const { frame } = host
    await host.page.emulateMedia({ colorScheme: theme })
    await giveTokens(shop.anvil, account, 12_500_000n)
    const watching = host.call('ethereum.request', WATCH)
    await frame.getByRole('button', { name: 'Add', exact: true }).click()
    await watching
    await host.page.setViewportSize(size)
    await host.walletFrame().evaluate(
      ([lang = '', zoom = '']) => {
        Object.defineProperty(navigator, 'languages', { get: () => [lang] })
        document.documentElement.style.fontSize = zoom
      },
      [locale, 'zoom' in look ? look.zoom : ''],
    )
    const shoot = (screen: string) => capture(host, `send-${screen}-${name}`)
    void host.call('openAccount', { screen: 'send' })
    const to = frame.getByRole('textbox', { name: words['recipient.label'], exact: true })
    await to.waitFor()
    await shoot('empty')
    await to.fill(TWIN)
    await frame.getByLabel(words['send.coin']).selectOption({ index: 1 })
    await frame.getByRole('textbox', { name: words['send.amount'] }).fill('13')
    await shoot('problems')
    await to.fill(TO)
    await frame.getByRole('button', { name: words['send.max'], exact: true }).click()
    await shoot('filled')
    await frame.getByRole('button', { name: words['send.review'], exact: true }).click()
    await frame.getByRole('button', { name: words['action.approve'], exact: true }).click()
    await frame.getByRole('dialog', { name: words['approval.sent'] }).press('Escape')
    await frame.getByRole('button', { name: words['home.send'], exact: true }).click()
    await to.waitFor()
    await frame.getByText(words['recipient.recent']).waitFor()
    await shoot('again')
    await to.fill(TWIN.toLowerCase())
    await shoot('lookalike')
  })
