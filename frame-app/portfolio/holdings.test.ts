// In a process of its own: what was sent is followed for as long as the process is there.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGateway } from '../chains/ethereum/testing/gateway.ts'
import { localWallet } from '../chains/ethereum/testing/local-signer.ts'
import { MULTICALL } from './ethereum/read-calls.ts'
import { createHoldings } from './holdings.ts'
import type { HoldingsSource } from './ports.ts'
import { openPortfolioApp, settled } from './testing/portfolio-app.ts'
import { CATS, calling, startPortfolioChain, TUSD, WALLET } from './testing/portfolio-chain.ts'

let world: Awaited<ReturnType<typeof startPortfolioChain>>
const opened: HoldingsSource[] = []
beforeAll(async () => {
  world = await startPortfolioChain()
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const source of opened.splice(0)) source.stop()
  await world.reset()
})

function open(app = openPortfolioApp([world.chain])) {
  const source = createHoldings(app.kernel, localWallet)
  opened.push(source)
  return { ...app, source }
}
const amounts = (source: HoldingsSource) =>
  source.store.get().list.map(({ symbol, amount }) => [symbol, amount])
const contractReads = () => world.gateway.seen.filter(({ method }) => method === 'eth_call').length

describe('what a wallet holds', () => {
  it('is read in one request for a chain, prices and what the person added included', async () => {
    await world.send(CATS, calling('mint', WALLET, 7_000_000n))
    await world.send(CATS, calling('give', 5n, WALLET))
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched())
    app.networks.assets.add(world.watched({ standard: 'ERC721', tokenId: '5', decimals: null }))
    app.networks.assets.add(world.watched({ standard: 'ERC721', tokenId: '6', decimals: null }))
    const { source } = open(app)
    const holdings = await settled(source)
    expect(world.gateway.methods().filter(method => method !== 'eth_chainId')).toEqual(['eth_call'])
    expect(holdings).toMatchObject({ status: 'fresh', readAt: null, nfts: 1, isTotalPartial: false })
    expect(holdings.list).toEqual([
      {
        key: '31337/native',
        chain: { type: 'ethereum', id: 31_337, name: 'Anvil', isTestnet: true },
        token: null,
        symbol: 'ETH',
        name: 'Ether',
        decimals: 18,
        amount: 2n * 10n ** 18n,
        price: { answer: 2_000_00000000n, decimals: 8 },
        logoUrl: null,
        origin: 'native',
        borrows: null,
      },
      {
        key: `31337/${TUSD.toLowerCase()}`,
        chain: { type: 'ethereum', id: 31_337, name: 'Anvil', isTestnet: true },
        token: TUSD,
        symbol: 'TUSD',
        name: 'Test Dollar',
        decimals: 6,
        amount: 89_000_000n,
        price: { answer: 99_990_000n, decimals: 8 },
        logoUrl: 'https://logos.example/tusd.svg',
        origin: 'known',
        borrows: null,
      },
      expect.objectContaining({ symbol: 'CATS', amount: 7_000_000n, price: null, origin: 'watched' }),
    ])
    // 2 × $2,000 + 89 × $0.9999 = $4,088.9911, to the cent and not above.
    expect(holdings.totalCents).toBe(408_899n)
  })

  it('is read one by one where the chain has no Multicall3, which is remembered', async () => {
    await world.anvil.request('anvil_setCode', [MULTICALL, '0x'])
    const { storage, source } = open()
    expect((await settled(source)).totalCents).toBe(408_899n)
    const asked = contractReads()
    const again = open(openPortfolioApp([world.chain], storage))
    expect((await settled(again.source)).status).toBe('fresh')
    expect(contractReads() - asked).toBe(asked - 1)
  })

  it('is shown from the last known at once, and no number is made up while nobody answers', async () => {
    const { storage, source } = open()
    await settled(source)
    world.gateway.behave(async () => 'hang up')
    const again = open(openPortfolioApp([world.chain], storage)).source
    const { readAt } = again.store.get()
    expect(again.store.get()).toMatchObject({ status: 'stale', isRefreshing: true, totalCents: 408_899n })
    expect(readAt).toBeLessThanOrEqual(Date.now())
    expect(await settled(again)).toMatchObject({
      status: 'stale',
      readAt,
      totalCents: 408_899n,
      unreachable: ['Anvil'],
    })
    expect(amounts(again)).toEqual([
      ['ETH', 2n * 10n ** 18n],
      ['TUSD', 89_000_000n],
    ])
  })

  it('is unknown, not nothing, where no node ever answered', async () => {
    world.gateway.behave(async () => 'hang up')
    const { source } = open()
    expect(source.store.get().status).toBe('reading')
    expect(await settled(source)).toMatchObject({
      status: 'stale',
      readAt: null,
      totalCents: null,
      isTotalPartial: true,
    })
    expect(amounts(source)).toEqual([
      ['ETH', null],
      ['TUSD', null],
    ])
  })

  it('of one chain does not wait for another', async () => {
    const never = await startGateway(world.anvil.url)
    never.behave(() => new Promise(() => {}))
    const { source } = open(
      openPortfolioApp([world.chain, { ...world.chain, id: 99, name: 'Slow', rpc_urls: [never.url] }]),
    )
    await vi.waitFor(() => expect(amounts(source)).toContainEqual(['TUSD', 89_000_000n]))
    expect(source.store.get()).toMatchObject({ isRefreshing: true, status: 'stale' })
    source.stop()
    await never.stop()
  })

  it('is read anew when something that was sent from here has come to its end', async () => {
    const { networks, source } = open()
    await settled(source)
    const network = networks.of(world.anvil.chainId)
    const { signal } = new AbortController()
    const payment = await network.prepare(
      WALLET,
      { to: CATS, value: 0n, data: calling('mint', WALLET, 1n) },
      signal,
    )
    await world.send(TUSD, calling('mint', WALLET, 1_000_000n))
    await network.send(localWallet, payment, signal)
    await vi.waitFor(() => expect(amounts(source)).toContainEqual(['TUSD', 90_000_000n]))
  })
})
