import { parseEther } from 'viem'
import { expect, Funding, giveUsdc, test, usdcOf } from '../fixtures/on-funding.ts'
import { REJECTS } from '../fixtures/wallets/injected-wallets.ts'
import { ethereumWallet } from '../fixtures/wallets/on-wallets.ts'

test('USDC comes from a wallet app, on another network than the app was on, and is there by the chain’s word', async ({
  chains,
  openFunding,
}) => {
  const { anvil, other } = chains
  const fox = ethereumWallet(chains)
  const from = fox.ethereum.address
  await other.fund(from, parseEther('1'))
  await giveUsdc(other, from, 25_000_000n)
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
