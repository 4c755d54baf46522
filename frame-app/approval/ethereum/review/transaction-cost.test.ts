import { encodeFunctionData, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { externalWallet, fakeKernel, user, wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks } from '../../testing/fake-network.ts'
import { FRIEND, ROUTER, USDC } from '../../testing/scenes.ts'
import { TOKEN_ABI } from '../decode/token-calls.ts'
import { reviewTransactions } from './review-transactions.ts'

const STATE: FakeChainState = {
  price: 2_000,
  tokens: { [USDC]: { symbol: 'USDC', decimals: 6, balance: 100_000_000n } },
  contracts: [ROUTER],
}
const call = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args } as never)

interface Setting {
  readonly state?: FakeChainState
  readonly kernel?: Parameters<typeof fakeKernel>[0]
  /** Of who is logged in; absent: nobody is. */
  readonly held?: HeldWallet
}

async function explained(
  calls: EthereumTransactionInput | readonly EthereumTransactionInput[],
  { state, kernel, held }: Setting = {},
) {
  const network = fakeNetwork({ ...STATE, ...state })
  const own = fakeKernel({ ...kernel, ethereum: async () => fakeNetworks(network) })
  if (held) own.setSession({ status: 'authenticated', user, wallets: [held] })
  const result = await reviewTransactions(
    own,
    { wallet, chainId: 1, calls: [calls].flat(), method: 'eth_sendTransaction' },
    new AbortController().signal,
  )
  if (!result.ok) throw new Error(result.failure.message)
  return { ...result.review.explanation, cost: result.review.cost }
}

describe('the cost', () => {
  it('is the fee and all that goes along', async () => {
    const { cost } = await explained([
      { to: FRIEND, value: parseEther('1') },
      { to: FRIEND, value: parseEther('2') },
    ])
    expect(cost?.fee).toEqual({
      fee: { first: '$0.13', beside: '0.000063 ETH' },
      atMost: '$0.17',
      note: null,
      risen: null,
      total: { first: '$6,000.13', beside: '3.000063 ETH', atMost: '$6,000.17' },
      after: ['1.999937 ETH'],
    })
    expect(cost?.shortage).toBeNull()
  })

  it('of one ether and a fee of 0.000047 is 1.000047, and "at most" is said where it is another amount', async () => {
    const priceDisplay = { primary: 'native-token', secondary: null } as const
    const { embeddedWallets } = fakeKernel().config.get()
    const kernel = { config: { embeddedWallets: { ...embeddedWallets, priceDisplay } } }
    const costOf = async (maxFee: bigint) => {
      const prepared = { expectedFee: 46_900_000_000_000n, maxFee }
      const call = { to: FRIEND, value: parseEther('1') }
      return (await explained(call, { state: { prepared }, kernel })).cost?.fee
    }
    expect(await costOf(46_950_000_000_000n)).toMatchObject({
      fee: { first: '0.000047 ETH' },
      atMost: null,
      total: { first: '1.000047 ETH', atMost: null },
    })
    expect(await costOf(60_000_000_000_000n)).toMatchObject({
      atMost: '0.00006 ETH',
      total: { first: '1.000047 ETH', atMost: '1.00006 ETH' },
    })
  })

  it('of less than a millionth is seen to be gone from what remains', async () => {
    const prepared = { expectedFee: 120_000_000_000n, maxFee: 120_000_000_000n, balance: parseEther('3') }
    const { cost } = await explained({ to: FRIEND, value: parseEther('1') }, { state: { prepared } })
    expect(cost?.fee).toMatchObject({
      fee: { beside: '0.00000012 ETH' },
      total: { beside: '1.00000012 ETH' },
      after: ['1.99999988 ETH'],
    })
  })

  it('has other tokens beside the fee, and what then remains of them', async () => {
    const { cost } = await explained({ to: USDC, data: call('transfer', [FRIEND, 89_000_000n]) })
    expect(cost?.fee).toMatchObject({
      total: { first: '89 USDC + 0.000032 ETH', beside: null },
      after: ['11 USDC'],
    })
  })

  it('says no total and no rest of what nobody could read', async () => {
    const state = { tokens: { [USDC]: { symbol: 'USDC', decimals: 200 } } }
    const { cost } = await explained({ to: USDC, data: call('transfer', [FRIEND, 89_000_000n]) }, { state })
    expect(cost?.fee).toMatchObject({ total: null, after: [] })
  })

  it('beyond the balance is a shortage, to the last wei', async () => {
    const fee = 42_000_000_000_000n
    const of = async (value: bigint) =>
      (await explained({ to: FRIEND, value }, { state: { balance: parseEther('1') } })).cost?.shortage
    expect(await of(parseEther('1') - fee)).toBeNull()
    expect(await of(parseEther('1') - fee + 1n)).toContain('1 ETH')
  })

  it('beyond what there is of a token is told with both amounts, and is no shortage: its contract decides', async () => {
    const state = { tokens: { [USDC]: { symbol: 'USDC', decimals: 6, balance: 5_000_000n } } }
    const send = (amount: bigint) => ({ to: USDC, data: call('transfer', [FRIEND, amount]) })
    const { cost } = await explained(send(20_000_000n), { state })
    expect(cost?.shortage).toBeNull()
    expect(cost?.lacking).toEqual({
      token: expect.stringMatching(new RegExp(USDC, 'i')),
      sentence: say('approval.balanceShort', { balance: '5 USDC', needed: '20 USDC' }),
    })
    expect((await explained(send(5_000_000n), { state })).cost?.lacking).toBeNull()
    // What comes first may bring it.
    const batch = await explained([{ to: FRIEND, value: 1n }, send(20_000_000n)], { state })
    expect(batch.cost?.lacking).toBeNull()
  })
})

describe('a token that the operator vouches for', () => {
  const feed: Address = `0x${'fe'.repeat(20)}`
  const configured = (decimals: number) => ({
    feeds: { [feed]: 1 },
    chain: {
      tokens: [
        {
          address: USDC,
          symbol: 'USDC',
          name: 'USD Coin',
          decimals,
          logoUrl: null,
          priceFeed: { address: feed, maxAge: 3_600 },
        },
      ],
    },
  })
  const transfer = { to: USDC, data: call('transfer', [FRIEND, 89_000_000n]) }

  it('is told in dollars by its feed, and counts in the total', async () => {
    const { outgoing, cost } = await explained(transfer, { state: { price: 2_000, ...configured(6) } })
    expect(outgoing[0]).toMatchObject({ amount: '$89.00', beside: '89 USDC' })
    expect(cost?.fee?.total).toMatchObject({ first: '$89.06', beside: '89 USDC + 0.000032 ETH' })
  })

  it('is not, where its contract counts otherwise than the operator says', async () => {
    const { outgoing } = await explained(transfer, { state: configured(18) })
    expect(outgoing[0]).toMatchObject({ amount: '89 USDC', beside: null })
  })
})

describe('whom something goes to', () => {
  it('is known when this person sent there before, be it a token, and else told to be new', async () => {
    const row = { chainType: 'ethereum', address: FRIEND.toLowerCase(), name: null, sentAt: 1 }
    const recipients = { read: () => JSON.stringify([row]), write() {} }
    const transfer = { to: USDC, data: call('transfer', [FRIEND, 1n]) }
    expect((await explained(transfer, { kernel: { recipients } })).outgoing[0]?.standing).toBe('known')
    expect((await explained(transfer)).outgoing[0]?.standing).toBe('new')
    const own = { to: wallet.address as Address, value: 1n }
    expect((await explained(own)).outgoing[0]?.standing).toBe('own')
  })

  it('is the person’s own where it was made here, and not where another app’s wallet is linked', async () => {
    const transfer = { to: FRIEND, value: 1n }
    const standingWith = async (held: HeldWallet) =>
      (await explained(transfer, { held })).outgoing[0]?.standing
    expect(await standingWith({ ...wallet, address: FRIEND.toLowerCase() })).toBe('own')
    expect(await standingWith({ ...externalWallet, address: FRIEND })).toBe('new')
  })
})
