import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { configuredChain, ETHER } from '../fixtures/anvil.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { OTHER_WALLETS, TABLES } from './metamask/press.ts'
import { TestDapp } from './metamask/test-dapp.ts'

interface Fixtures {
  /** An app on two local chains, which have the numbers of mainnet and Sepolia. */
  shop: Stack & { fund(account: string): Promise<void> }
}

const test = base.extend<Fixtures>({
  shop: async ({ stack, keep }, use) => {
    const shop = await keep("the app of MetaMask's dapp", async () => {
      const nodes = [await startAnvil({ chainId: 1 }), await startAnvil({ chainId: 11_155_111 })] as const
      const app = await withOwnApp(stack, {
        chains: [configuredChain(nodes[0], 'Ethereum'), configuredChain(nodes[1], 'Sepolia')],
        embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
      })
      return {
        ...app,
        async fund(account: string) {
          for (const node of nodes) await node.fund(account, 100n * ETHER)
        },
        async stop() {
          for (const node of nodes) await node.stop()
        },
      }
    })
    await use(shop)
  },
})

test("the tables name every button of MetaMask's test dapp, and no other", async ({ context, shop }) => {
  const { page } = await TestDapp.open(context, shop)
  const named = [...OTHER_WALLETS, ...Object.values(TABLES).flatMap(rows => rows.map(({ button }) => button))]
  // It is in the dapp only while the calls of a batch are edited.
  const always = named.filter(button => button !== 'Remove Call')
  expect((await TestDapp.buttons(page)).sort()).toEqual([...new Set(always)].sort())
})

for (const [name, rows] of Object.entries(TABLES))
  test(`MetaMask's test dapp gets the answers of the table: ${name}`, async ({ context, shop, address }) => {
    test.slow()
    const dapp = await TestDapp.connect(context, shop, address)
    await shop.fund(dapp.account)
    for (const row of rows) await test.step(row.button, () => dapp.press(row))
  })
