// In a process of its own: what was sent is followed for as long as the process is there.
import { address, getProgramDerivedAddress } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import { HANG_UP } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SOL_PRICE_FEEDS } from '../../approval/solana/reads/price-feeds.ts'
import type { SolanaCluster } from '../../chains/solana/ports.ts'
import { PRICE_RECEIVER } from '../../chains/solana/programs.ts'
import { priceAccountData } from '../../chains/solana/testing/price-account.ts'
import { associatedAddress, tokenAccountData } from '../../chains/solana/testing/spl-token.ts'
import { startWorld, type World } from '../../chains/solana/testing/world.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import { createStore } from '../../core/store.ts'
import { createHoldings } from '../holdings.ts'
import { settled } from '../testing/portfolio-app.ts'
import { TOKEN_PRICE_FEEDS } from './token-price-feeds.ts'

const CHAIN = 'solana:mainnet'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
let world: World
let wallet: string
beforeAll(async () => {
  world = await startWorld(CHAIN)
  wallet = world.wallet.publicKey.toBase58()
})
afterAll(() => world.node.stop())
beforeEach(() => {
  world.node.intercept = null
  world.node.asked.length = 0
  world.put(associatedAddress(wallet, USDC), tokenAccountData(USDC, wallet, 12_500_000n))
  putPrice(SOL_PRICE_FEEDS[CHAIN], 150_00000000n)
  putPrice(TOKEN_PRICE_FEEDS.USDC, 99_980_000n)
})

function putPrice(feed: (typeof TOKEN_PRICE_FEEDS)[string] | undefined, price: bigint) {
  if (!feed) throw new TypeError('There is no feed')
  const at = Date.now() / 1_000
  const data = priceAccountData({
    id: feed.id,
    price,
    doubt: 1n,
    exponent: -8,
    at,
    level: 1,
    name: 'PriceUpdateV2',
  })
  world.put(feed.account, data, PRICE_RECEIVER)
}

function open(kept = { text: null as string | null }) {
  const cluster: SolanaCluster = {
    chain: CHAIN,
    rpcUrl: world.node.url,
    socketUrl: null,
    blockExplorerUrl: null,
  }
  const source = createHoldings(
    {
      ethereum: () => Promise.reject(new TypeError('Not asked')),
      solana: async () => world.networks,
      config: createStore({ solana: [cluster] } as unknown as EffectiveConfig),
      keptOfUser: () => ({
        read: () => kept.text,
        write(text) {
          kept.text = text
        },
      }),
    },
    { address: wallet, chainType: 'solana' },
  )
  return { source, kept }
}

describe('what a Solana wallet holds', () => {
  it('is read in one request: SOL, known tokens, prices; what is known and not held is not listed', async () => {
    const { source } = open()
    const holdings = await settled(source)
    expect(world.node.asked).toEqual(['getMultipleAccounts'])
    expect(holdings).toMatchObject({ status: 'fresh', isTotalPartial: false, unreachable: [] })
    expect(holdings.list).toMatchObject([
      { symbol: 'SOL', token: null, amount: 10_000_000_000n, price: { answer: 150_00000000n, decimals: 8 } },
      { symbol: 'USDC', name: 'USD Coin', token: USDC, amount: 12_500_000n, decimals: 6, origin: 'known' },
    ])
    // 10 × $150 + 12.5 × $0.9998
    expect(holdings.totalCents).toBe(151_249n)
  })

  it('is the last known while the node is away, and never 0', async () => {
    const { source, kept } = open()
    await settled(source)
    world.node.intercept = () => HANG_UP
    const again = open(kept).source
    expect(again.store.get()).toMatchObject({ status: 'stale', totalCents: 151_249n })
    await source.refresh()
    expect(source.store.get()).toMatchObject({
      status: 'stale',
      totalCents: 151_249n,
      unreachable: ['Solana'],
    })
    await settled(again)
  })

  it.each([
    ['another token', () => tokenAccountData(world.mint, wallet, 7n)],
    ['another wallet', () => tokenAccountData(USDC, world.stranger.publicKey.toBase58(), 7n)],
    ['nothing that can be read', () => new Uint8Array(165)],
  ])('is unknown where the node gives an account of %s', async (_name, data) => {
    world.put(associatedAddress(wallet, USDC), data())
    const { source } = open()
    expect((await settled(source)).list.map(({ symbol }) => symbol)).toEqual(['SOL'])
    expect(source.store.get().isTotalPartial).toBe(true)
  })

  it('has no price where the feed says something absurd', async () => {
    putPrice(SOL_PRICE_FEEDS[CHAIN], 2n * 10n ** 17n)
    const { source } = open()
    expect(await settled(source)).toMatchObject({ totalCents: 1_249n, isTotalPartial: true })
  })
})

it('the accounts of prices are the push oracle’s, of shard 0', async () => {
  const oracle = 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT'
  for (const { id, account } of Object.values(TOKEN_PRICE_FEEDS)) {
    const seeds = [new Uint8Array(2), Buffer.from(id, 'hex')]
    const [found] = await getProgramDerivedAddress({ programAddress: address(oracle), seeds })
    expect(found).toBe(account)
    expect(PublicKey.findProgramAddressSync(seeds, new PublicKey(oracle))[0].toBase58()).toBe(account)
  }
})
