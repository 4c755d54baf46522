import { en } from '../../frame-app/words/en.ts'
import { ETHER } from '../fixtures/anvil.ts'
import { SHOP, startDelegate } from '../fixtures/delegate.ts'
import { test } from '../fixtures/on-anvil.ts'
import { capture, LOOKS } from './capture.ts'

const SMALL = {
  name: 'light-320x568',
  theme: 'light',
  words: en,
  locale: 'en',
  size: { width: 320, height: 568 },
} as const

// The login of `open` is an English one.
for (const { name, theme, words, locale, size } of [...LOOKS.filter(({ locale }) => locale === 'en'), SMALL])
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`what a backend may do: ${name}`, async ({ open, shop, address }) => {
      const { stack, anvil } = shop
      const backend = await startDelegate(stack, anvil.chainId)
      const { host, account } = await open({ config: { appearance: { theme } } })
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.button(label)
      const delegating = host.call('delegateWallet', {
        address: account,
        signers: [{ signerId: backend.signerId }],
      })
      await host.frame.getByText('0.1 ETH').waitFor()
      await shoot('delegation-consent')
      await button(words['action.approve']).click()
      await button(words['stepUp.sendCode'].replace('{address}', address)).click()
      await host.frame.getByRole('textbox', { name: words['code.label'] }).waitFor()
      await shoot('delegation-step-up')
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await stack.mailbox.waitForCode(address))
      await delegating
      const id = await host.page.evaluate<string>(
        'vitrine.state.user.linkedAccounts.find(it => it.type === "wallet").id',
      )
      await backend.ask(id, SHOP, ETHER / 20n, 0)
      await backend.ask(id, SHOP, ETHER, 1)
      void host.call('openAccount', { screen: 'security' })
      const stop = button(words['delegation.stopOne'].replace('{name}', 'Shop backend'))
      await stop.scrollIntoViewIfNeeded()
      await shoot('delegation-list')
      await stop.click()
      await button(words['delegation.stop']).waitFor()
      await shoot('delegation-stop')
    })
  })
