import type { BrowserContext, Page } from '@playwright/test'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { configuredChain, ETHER } from '../fixtures/anvil.ts'
import { bundle } from '../fixtures/bundle.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Dapp } from './dapp.ts'

interface Fixtures {
  nodes: readonly [Anvil, Anvil]
  shop: Stack
}

/** An app whose wallets work on two nodes. */
const test = base.extend<Fixtures>({
  nodes: async ({ keep }, use) => {
    const first = await keep('first node', startAnvil)
    const second = await keep('second node', () => startAnvil({ chainId: 31_338 }))
    await use([first, second])
  },
  shop: async ({ stack, nodes: [first, second] }, use) => {
    const shop = await withOwnApp(stack, {
      chains: [configuredChain(first, 'First'), configuredChain(second, 'Second')],
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    })
    await use(shop)
  },
})

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = {
  domain: { name: 'Token', chainId: 31_337, verifyingContract: TO },
  types: {
    Person: [{ name: 'wallet', type: 'address' }],
    Order: [
      { name: 'buyer', type: 'Person' },
      { name: 'amounts', type: 'uint256[]' },
      { name: 'note', type: 'string' },
    ],
  },
  primaryType: 'Order',
  message: {
    buyer: { wallet: TO },
    amounts: ['1', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    note: 'Grüße',
  },
}

/** The page's own library, as the page itself calls it. */
const call = <M extends keyof Dapp>(page: Page, method: M, ...args: unknown[]) =>
  page.evaluate(`window.dapp.${method}(...${JSON.stringify(args)})`) as Promise<Awaited<ReturnType<Dapp[M]>>>

async function openDapp(context: BrowserContext, shop: Stack, client: string): Promise<HostPage> {
  const script = (await bundle(`clients/${client}.ts`)).replaceAll('</script', '<\\/script')
  const host = await HostPage.open(context, shop, {
    initScript: 'window.chains = [{ id: 31337, name: "First" }, { id: 31338, name: "Second" }]',
    body: `<script>${script}</script>`,
  })
  return host.ready()
}

for (const client of ['viem', 'ethers', 'wagmi'])
  test.describe(`${client}, unmodified`, () => {
    test('finds the wallet by EIP-6963, logs in, and each signature verifies', async ({
      context,
      shop,
      address,
    }) => {
      const host = await openDapp(context, shop, client)
      const connecting = call(host.page, 'connect')
      await host.code.fill(await host.askForCode(address))
      expect(await connecting).toMatch(/^0x[0-9a-fA-F]{40}$/)

      const message = call(host.page, 'signMessage', 'Sign in to the shop')
      await host.approve()
      expect(await message).toBe(true)

      const order = call(host.page, 'signTypedData', typedData)
      await host.approve()
      expect(await order).toBe(true)
    })

    test('reads, sends and follows on two chains', async ({
      context,
      shop,
      nodes: [first, second],
      address,
    }) => {
      const host = await openDapp(context, shop, client)
      const { page } = host
      await host.logIn(address)
      const account = await call(page, 'connect')
      await first.fund(account, 5n * ETHER)
      await second.fund(account, ETHER)
      expect(await call(page, 'chainId')).toBe(31_337)
      expect(await call(page, 'balance', account)).toBe(String(5n * ETHER))

      const sending = call(page, 'send', { to: TO, value: String(ETHER) })
      await host.approve()
      const { hash, succeeded } = await sending
      expect(succeeded).toBe(true)
      expect(await first.request('eth_getTransactionByHash', [hash])).toMatchObject({
        from: account.toLowerCase(),
        to: TO.toLowerCase(),
        value: `0x${ETHER.toString(16)}`,
      })

      await call(page, 'switchChain', 31_338)
      expect(await call(page, 'chainId')).toBe(31_338)
      expect(await call(page, 'balance', account)).toBe(String(ETHER))
    })

    test('shows the same account as the wallet after a reload, a disconnect and a logout', async ({
      context,
      shop,
      address,
    }) => {
      const host = await openDapp(context, shop, client)
      const { page } = host
      await host.logIn(address)
      const account = await call(page, 'connect')
      await page.reload()
      await host.ready()
      await call(page, 'reconnect')
      expect(await call(page, 'account')).toBe(account)

      await call(page, 'disconnect')
      expect(await host.call('ethereum.request', { method: 'eth_accounts' })).toEqual({ ok: true, value: [] })
      expect(await call(page, 'account')).toBeNull()

      await call(page, 'connect')
      await host.call('logout')
      await expect.poll(() => call(page, 'account')).toBeNull()
    })
  })
