import { en } from '../../frame-app/words/en.ts'
import { ETHER } from '../fixtures/anvil.ts'
import { SHOP, startDelegate } from '../fixtures/delegate.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { test } from '../fixtures/on-anvil.ts'
import { capture, LOOKS } from './capture.ts'

const SMALL = {
  name: 'light-320x568',
  theme: 'light',
  words: en,
  locale: 'en',
  size: { width: 320, height: 568 },
} as const
const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

for (const { name, theme, words, locale, size } of [...LOOKS, SMALL])
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`what a backend may do: ${name}`, async ({ context, shop, address }) => {
      test.slow()
      const { stack, anvil } = shop
      const backend = await startDelegate(stack, anvil.chainId)
      const chain = `eip155:${anvil.chainId}`
      const many = await startDelegate(stack, anvil.chainId, {
        name: `Arena of the Northern Lights, season seven: tournaments, prizes and entry fees`,
        spend: [
          { chain, asset: 'native', amount: String(ETHER), per_seconds: 30 * 86_400 },
          { chain, asset: `0x${'cc'.repeat(20)}`, amount: '123456789012345678901234', per_seconds: 3_600 },
        ],
        recipients: [SHOP, STRANGER],
        contracts: [`0x${'ab'.repeat(20)}`],
      })
      const host = await (await HostPage.open(context, stack, { config: { appearance: { theme } } })).ready()
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.button(label)
      const code = host.frame.getByRole('textbox', { name: words['code.label'] })
      const login = host.call('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      await code.fill(await stack.mailbox.waitForCode(address))
      await login
      const account = await host.page.evaluate<string>('vitrine.state.user.wallet.address')
      const ask = (...signers: (typeof backend)[]) =>
        host.call('delegateWallet', {
          address: account,
          signers: signers.map(({ signerId }) => ({ signerId })),
        })

      const several = ask(backend, many)
      await host.frame.getByText('0.1 ETH').first().waitFor()
      await host.frame.getByText('1 ETH', { exact: true }).waitFor()
      await shoot('delegation-consent-several')
      await button(words['action.reject']).click()
      await several
      const delegating = ask(backend)
      await host.frame.getByText('0.1 ETH').waitFor()
      await shoot('delegation-consent')
      await button(words['action.approve']).click()
      await button(words['stepUp.sendCode'].replace('{address}', address)).waitFor()
      await shoot('delegation-step-up')
      await button(words['stepUp.sendCode'].replace('{address}', address)).click()
      await code.fill(await stack.mailbox.waitForCode(address))
      await delegating
      const id = await host.page.evaluate<string>(
        'vitrine.state.user.linkedAccounts.find(it => it.type === "wallet").id',
      )
      await backend.ask(id, SHOP, ETHER / 20n, 0)
      await backend.ask(id, SHOP, ETHER, 1)
      await backend.ask(id, STRANGER, 1n, 1)
      void host.call('openAccount', { screen: 'security' })
      const stop = button(words['delegation.stopOne'].replace('{name}', 'Shop backend'))
      await stop.waitFor()
      await shoot('delegation-list')
      await stop.click()
      await button(words['delegation.stop']).waitFor()
      await shoot('delegation-stop')
    })
  })
