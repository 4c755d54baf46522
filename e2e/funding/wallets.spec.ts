import type { Anvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { type Address, parseEther } from 'viem'
import { HostPage } from '../fixtures/host-page.ts'
import { balanceOf, fund, SOL } from '../fixtures/litesvm.ts'
import {
  expect,
  Funding,
  giveMint,
  giveUsdc,
  mintOf,
  takeOver,
  test,
  usdcOf,
} from '../fixtures/on-wallet-funding.ts'
import { type InjectedWallet, REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import { ethereumWallet, solanaWallet } from '../fixtures/wallets/on-wallets.ts'

/** Gives a wallet app so much USDC on a chain, and what fees take. */
async function fill(chain: Anvil, { ethereum: { address } }: InjectedWallet, usdc: bigint): Promise<void> {
  await chain.fund(address, parseEther('1'))
  await giveUsdc(chain, address, usdc)
}

test('USDC comes from a wallet app, on another network than the app was on, and is there by the chain’s word', async ({
  chains,
  openFunding,
}) => {
  const { anvil, other } = chains
  const fox = ethereumWallet(chains)
  await fill(other, fox, 25_000_000n)
  const { host, account } = await openFunding([fox])
  const funding = new Funding(host, account, {
    chain: `eip155:${other.chainId}`,
    asset: 'USDC',
    amount: '12.5',
  })
  await funding.payWith('Fox')
  await funding.review()

  // Who declines in the wallet has paid nothing, and may ask again.
  fox.next('eth_sendTransaction', REJECTS)
  await host.approve()
  await expect(host.alert).toContainText('You declined this in Fox.')
  expect(await usdcOf(other, account)).toBe(0n)
  await host.button('Try again').click()
  await host.approve()
  expect(await funding.ends()).toMatchObject({
    ...{ status: 'completed', fundingMethod: 'wallets', amount: '12.5' },
    ...{ transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/), metadata: { walletClientType: 'fox' } },
  })
  expect(await usdcOf(other, account)).toBe(12_500_000n)
  expect(await usdcOf(anvil, account)).toBe(0n)
  expect(fox.ethereum.chainId).toBe(other.chainId)
})

test('a reload in the middle takes the transfer up again, and nothing is sent twice', async ({
  chains,
  openFunding,
}) => {
  const { anvil } = chains
  const fox = ethereumWallet(chains)
  await fill(anvil, fox, 20_000_000n)
  const { host, account } = await openFunding([fox])
  const wanted = { chain: `eip155:${anvil.chainId}`, asset: 'USDC', amount: '7' }
  const funding = new Funding(host, account, wanted)
  await funding.payWith('Fox')
  await funding.review()
  // The person has the wallet's prompt before them, and does not answer while the page is loaded again.
  fox.next('eth_sendTransaction', { does: 'never' })
  await host.approve()
  await expect.poll(() => fox.prompts).toContain('eth_sendTransaction')
  await host.page.reload()
  await host.ready()
  const again = new Funding(host, account, wanted)
  await expect(again.heading('Check Fox')).toBeVisible()
  // It was sent after all, by the prompt that was open: the chain says so, and no second one is asked for.
  await giveUsdc(anvil, account, 7_000_000n)
  expect(await again.ends()).toMatchObject({ status: 'completed', amount: '7' })
  expect(fox.prompts.filter(it => it === 'eth_sendTransaction')).toHaveLength(1)
})

test('the same payment in two tabs is asked for once, and the other tab follows it', async ({
  chains,
  context,
  openFunding,
}) => {
  const { anvil } = chains
  const fox = ethereumWallet(chains)
  await fill(anvil, fox, 20_000_000n)
  const { host, account } = await openFunding([fox])
  const wanted = { chain: `eip155:${anvil.chainId}`, asset: 'USDC', amount: '3' }
  const funding = new Funding(host, account, wanted)
  await funding.payWith('Fox')
  await funding.review()
  await expect(host.button('Approve')).toBeEnabled({ timeout: 15_000 })

  const second = await (await HostPage.open(context, host.stack)).ready()
  const other = new Funding(second, account, wanted)
  await second.button('Continue').click()
  await second.frame.getByRole('button', { name: /^Fox/ }).click()
  await other.review()
  await second.approve()
  expect(await other.ends()).toMatchObject({ status: 'completed', amount: '3' })

  // The first tab has the approval of before still open: what it approves is the transfer that is there already.
  await host.page.bringToFront()
  await host.approve()
  const paid = await other.ends()
  expect(await funding.ends()).toMatchObject({ status: 'completed', transactionHash: paid.transactionHash })
  expect(await usdcOf(anvil, account)).toBe(3_000_000n)
  expect(fox.prompts.filter(it => it === 'eth_sendTransaction')).toHaveLength(1)
})

test('what is not there cannot be paid, and who leaves has paid nothing', async ({ chains, openFunding }) => {
  const { anvil } = chains
  const fox = ethereumWallet(chains)
  await giveUsdc(anvil, fox.ethereum.address, 1_000_000n)
  const { host, account } = await openFunding([fox])
  const funding = new Funding(host, account, { chain: `eip155:${anvil.chainId}`, asset: 'USDC', amount: '5' })
  await funding.payWith('Fox')
  await expect(host.alert).toContainText('doesn’t have enough')
  await expect(host.frame.getByText('1 USDC', { exact: true })).toBeVisible()
  await expect(host.frame.getByText('Nothing else in this wallet can pay for this.')).toBeVisible()
  await expect(host.button('Review')).toHaveCount(0)
  await host.button('Close').click()
  expect(await funding.ends()).toMatchObject({ status: 'cancelled', fundingMethod: 'wallets' })
  expect(fox.prompts).not.toContain('eth_sendTransaction')
})

test('ether comes from a wallet that cannot pay the fee: the approval says so before anything is asked', async ({
  chains,
  openFunding,
}) => {
  const { anvil } = chains
  const fox = ethereumWallet(chains)
  await anvil.fund(fox.ethereum.address, parseEther('1'))
  const { host, account } = await openFunding([fox])
  const wanted = { chain: `eip155:${anvil.chainId}`, asset: 'native-currency', amount: '1' }
  const funding = new Funding(host, account, wanted)
  await funding.payWith('Fox')
  await funding.review()
  await expect(host.alert).toContainText('Your wallet has 1 ETH. This needs up to')
  await expect(host.button('Approve')).toBeDisabled()
  await host.button('Reject').click()
  await expect(funding.heading('Pay with Fox')).toBeVisible()
  expect(fox.prompts).not.toContain('eth_sendTransaction')
  await host.button('Close').click()
  expect(await funding.ends()).toMatchObject({ status: 'cancelled' })
})

test('SOL and the app’s USDC come from a Solana wallet, whose token account is made on the way', async ({
  chains,
  openFunding,
}) => {
  const { node } = chains
  const ghost = solanaWallet(chains)
  const payer = ghost.solana.address
  fund(node, payer, 3 * SOL)
  giveMint(node, payer, 40_000_000n)
  const { host, solana } = await openFunding([ghost])
  const sol = new Funding(host, solana, { chain: 'solana:devnet', asset: 'native-currency', amount: '1.25' })
  await sol.payWith('Ghost')
  await sol.review()
  await host.approve()
  expect(await sol.ends()).toMatchObject({ status: 'completed', amount: '1.25', fundingMethod: 'wallets' })
  expect(balanceOf(node, solana)).toBe(1.25 * SOL)

  const usdc = new Funding(host, solana, { chain: 'solana:devnet', asset: 'USDC', amount: '9.5' })
  await host.button('Continue').click()
  await host.frame.getByRole('button', { name: /^Ghost/ }).click()
  await usdc.review()
  await host.approve()
  expect(await usdc.ends()).toMatchObject({ status: 'completed', amount: '9.5' })
  expect(mintOf(node, solana)).toBe(9_500_000n)
})

test('another wallet that was made here pays, by the approval that all else has', async ({
  chains,
  openFunding,
}) => {
  const { anvil } = chains
  const { host, account } = await openFunding([])
  await anvil.fund(account, parseEther('2'))
  const made = await host.call<{ address: Address }>('createWallet', {
    createAdditional: true,
  })
  if (!made.ok) throw new Error(made.error.message)
  const { address } = made.value
  const wanted = { chain: `eip155:${anvil.chainId}`, asset: 'native-currency', amount: '0.5' }
  const funding = new Funding(host, address, wanted)
  await host.button('Continue').click()
  await host.frame.getByRole('button', { name: /0x/ }).click()
  await funding.review()
  await expect(host.frame.getByText('Your wallet', { exact: true })).toBeVisible()
  await host.approve()
  expect(await funding.ends()).toMatchObject({
    ...{ status: 'completed', amount: '0.5', metadata: { walletClientType: 'vitrine' } },
  })
  expect(BigInt(await anvil.request<string>('eth_getBalance', [address, 'latest']))).toBe(parseEther('0.5'))
})

test.describe('over a bridge', () => {
  const THIEF: Address = `0x${'66'.repeat(20)}`
  const sendsOf = (wallet: InjectedWallet) => wallet.prompts.filter(it => it === 'eth_sendTransaction').length

  const setUp = async (
    { anvil, other }: { anvil: Anvil; other: Anvil },
    fox: InjectedWallet,
    openFunding: (wallets: readonly InjectedWallet[]) => Promise<{ host: HostPage; account: Address }>,
  ) => {
    const from = fox.ethereum.address
    await fill(anvil, fox, 50_000_000n)
    const { host, account } = await openFunding([fox])
    const wanted = { chain: `eip155:${other.chainId}`, asset: 'USDC', amount: '20' }
    const begin = async () => {
      const funding = new Funding(host, account, wanted)
      await funding.payWith('Fox')
      await host.frame.getByRole('button', { name: /^USDC/ }).click()
      return funding
    }
    return { host, account, from, wanted, begin }
  }

  test('what a wallet has elsewhere is brought: price, least and time first, then the money', async ({
    chains,
    openFunding,
  }) => {
    const fox = ethereumWallet(chains)
    const { host, account, from, begin } = await setUp(chains, fox, openFunding)
    const funding = await begin()
    await expect(funding.heading('Transfer from Anvil')).toBeVisible()
    const facts = host.frame.locator('dl')
    await expect(facts).toContainText('20.200001 USDC')
    await expect(facts).toContainText('20 USDC')
    await expect(facts).toContainText('$0.25')
    await expect(facts).toContainText('About 12 seconds')
    await funding.review()
    await host.approve()
    await expect.poll(() => sendsOf(fox)).toBe(1)
    await host.approve()
    expect(await funding.ends()).toMatchObject({
      ...{ status: 'completed', amount: '20', fundingMethod: 'wallets' },
      transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/),
    })
    expect(await usdcOf(chains.other, account)).toBe(20_000_000n)
    expect(await usdcOf(chains.anvil, from)).toBe(29_799_999n)
  })

  test('an offer to somebody else is not shown, and the next one is; who leaves has paid nothing', async ({
    chains,
    openFunding,
    relay,
  }) => {
    const fox = ethereumWallet(chains)
    const { host, begin } = await setUp(chains, fox, openFunding)
    relay.changeQuotes(quote => ({
      ...quote,
      details: { ...quote.details, recipient: fox.ethereum.address },
    }))
    const funding = await begin()
    await expect(host.alert).toContainText('Relay')
    relay.changeQuotes(quote => quote)
    await host.frame.getByRole('button', { name: /^USDC/ }).click()
    await expect(host.frame.locator('dl')).toContainText('20.200001 USDC')
    await host.button('Close').click()
    expect(await funding.ends()).toMatchObject({ status: 'cancelled', fundingMethod: 'wallets' })
  })

  test('one that stays pending survives a reload; one that fails says where the money is', async ({
    chains,
    openFunding,
    relay,
  }) => {
    const fox = ethereumWallet(chains)
    const { host, account, wanted, begin } = await setUp(chains, fox, openFunding)
    const funding = await begin()
    await funding.review()
    await expect(host.button('Approve')).toBeEnabled({ timeout: 15_000 })
    const intent = relay.intents.at(-1)
    if (!intent) throw new Error('Nothing was asked of the bridge')
    relay.tell(intent.requestId, 'pending')
    await host.approve()
    await expect.poll(() => sendsOf(fox)).toBe(1)
    await host.approve()
    await expect(funding.heading('Your money is on its way')).toBeVisible()
    await expect(host.frame.getByText('Relay is moving it to Other')).toBeVisible()
    await host.page.reload()
    await host.ready()
    const again = new Funding(host, account, wanted)
    await expect(again.heading('Your money is on its way')).toBeVisible()
    relay.tell(intent.requestId, 'failure')
    await expect(host.alert).toContainText('Relay couldn’t deliver the money')
    await host.button('Close').click()
    expect(await again.ends()).toMatchObject({ status: 'cancelled', fundingMethod: 'wallets' })
    expect(await usdcOf(chains.other, account)).toBe(0n)
    expect(sendsOf(fox)).toBe(2)
  })

  test('a contract that would take something besides is found out, and the wallet is asked for nothing', async ({
    chains,
    openFunding,
  }) => {
    const fox = ethereumWallet(chains)
    const { host, from, begin } = await setUp(chains, fox, openFunding)
    const funding = await begin()
    await expect(host.frame.locator('dl')).toContainText('20.200001 USDC')
    const snapshot = await chains.anvil.request('evm_snapshot')
    await takeOver(chains.anvil, { from, thief: THIEF })
    // The price is on screen: the frame tries the offer out once more before the wallet is asked.
    await funding.review()
    await expect(host.alert).toContainText('would take something besides its price')
    await host.button('Back').click()
    // The server refuses what it finds itself.
    await host.frame.getByRole('button', { name: /^USDC/ }).click()
    await expect(host.alert).toContainText('Relay could not be asked')
    expect(sendsOf(fox)).toBe(0)
    await chains.anvil.request('evm_revert', [snapshot])
  })
})
