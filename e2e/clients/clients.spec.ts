import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { configuredChain, ETHER } from '../fixtures/anvil.ts'
import { bundle } from '../fixtures/bundle.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { root } from '../fixtures/server-process.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Dapp } from './dapp.ts'
import type { OlderDapp } from './older-dapp.ts'

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
  shop: async ({ stack, keep, nodes: [first, second] }, use) => {
    const start = async () => ({
      ...(await withOwnApp(stack, {
        chains: [configuredChain(first, 'First'), configuredChain(second, 'Second')],
        embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
      })),
      stop: async () => {},
    })
    await use(await keep('an app on two nodes', start))
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

/** @param published a library's file for pages, which stands before the dapp's own script */
async function openDapp(
  context: BrowserContext,
  shop: Stack,
  client: string,
  published?: string,
): Promise<HostPage> {
  const library = published === undefined ? '' : await readFile(`${root}node_modules/${published}`, 'utf8')
  const own = await bundle(`clients/${client}.ts`)
  const scripts = [library, own].map(code => `<script>${code.replaceAll('</script', '<\\/script')}</script>`)
  const host = await HostPage.open(context, shop, {
    initScript: 'window.chains = [{ id: 31337, name: "First" }, { id: 31338, name: "Second" }]',
    body: scripts.join(''),
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

    test('names why nothing was sent: too small a balance, or a rejection', async ({
      context,
      shop,
      nodes: [first],
      address,
    }) => {
      const host = await openDapp(context, shop, client)
      const { page } = host
      await host.logIn(address)
      const account = await call(page, 'connect')
      const poor = call(page, 'whyNotSent', { to: TO, value: String(ETHER) })
      await expect(host.alert).toContainText('0 ETH')
      await host.button('Reject').click()
      expect(await poor).toBe('insufficient funds')
      // viem asks once more, by another name: the person is not shown what they have left.
      await expect(host.dialog).toBeHidden()

      await first.fund(account, 2n * ETHER)
      const unwanted = call(page, 'whyNotSent', { to: TO, value: String(ETHER) })
      await expect(host.button('Approve')).toBeVisible()
      await host.button('Reject').click()
      expect(await unwanted).toBe('rejected')
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

for (const [library, client, published] of [
  ['ethers 5', 'ethers-5', 'ethers5/dist/ethers.umd.min.js'],
  ['web3.js 1', 'web3', 'web3-1/dist/web3.min.js'],
  ['web3.js 4', 'web3', 'web3-4/dist/web3.min.js'],
] as const)
  test(`${library}, unmodified: connects, signs, sends, names a cause and hears of blocks`, async ({
    context,
    shop,
    nodes: [node],
    address,
  }) => {
    const host = await openDapp(context, shop, client, published)
    const { page } = host
    const dapp = <M extends keyof OlderDapp>(method: M, ...args: Parameters<OlderDapp[M]>) =>
      page.evaluate(`window.dapp.${method}(...${JSON.stringify(args)})`) as ReturnType<OlderDapp[M]>
    const connecting = dapp('connect')
    await host.code.fill(await host.askForCode(address))
    const account = await connecting

    const message = dapp('signMessage', 'Sign in to the shop')
    await host.approve()
    expect(await message).toBe(true)
    const order = dapp('signTypedData', typedData)
    await host.approve()
    expect(await order).toBe(true)

    const transfer = { to: TO, value: String(ETHER) }
    const poor = dapp('whyNotSent', transfer)
    await host.button('Reject').click()
    expect(await poor).toBe('insufficient funds')
    await node.fund(account, 5n * ETHER)
    const unwanted = dapp('whyNotSent', transfer)
    await expect(host.button('Approve')).toBeVisible()
    await host.button('Reject').click()
    expect(await unwanted).toBe('rejected')

    const sending = dapp('send', transfer)
    await host.approve()
    const { hash, succeeded } = await sending
    expect(succeeded).toBe(true)
    expect(await node.request('eth_getTransactionByHash', [hash])).toMatchObject({
      from: account.toLowerCase(),
    })

    const before = Number(await node.request('eth_blockNumber'))
    const heard = dapp('blockAfter', before)
    await expect
      .poll(async () => {
        await node.request('evm_mine')
        return Promise.race([heard, 0])
      })
      .toBeGreaterThan(before)
  })

test('wagmi never shows a disconnect while a page replaces its body, and its requests go on', async ({
  context,
  shop,
  nodes: [first],
  address,
}) => {
  const host = await openDapp(context, shop, 'wagmi')
  const { page } = host
  await host.logIn(address)
  const account = await call(page, 'connect')
  await first.fund(account, ETHER)
  expect(await call(page, 'balance', account)).toBe(String(ETHER))
  await page.evaluate('window.statuses.length = 0')

  // As Turbo does on each visit; once with a read on its way to the node.
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const asked = new Promise<void>(resolve => {
    void context.route(
      `${first.url}/**`,
      async route => {
        resolve()
        await held
        await route.abort().catch(() => undefined)
      },
      { times: 1 },
    )
  })
  const inFlight = call(page, 'balance', account)
  await asked
  const swap = () => page.evaluate(() => document.body.replaceWith(document.body.cloneNode(false)))
  await swap()
  letGo()
  const meanwhile = [call(page, 'chainId'), call(page, 'balance', account)]
  const signed = call(page, 'signMessage', 'Sign in to the shop')
  expect(await inFlight).toBe(String(ETHER))
  expect(await Promise.all(meanwhile)).toEqual([31_337, String(ETHER)])
  await host.approve()
  expect(await signed).toBe(true)
  await swap()
  expect(await call(page, 'balance', account)).toBe(String(ETHER))
  expect(await page.evaluate('window.statuses')).toEqual([])
  expect(await call(page, 'account')).toBe(account)
})
