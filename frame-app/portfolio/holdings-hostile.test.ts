// In a process of its own: what was sent is followed for as long as the process is there.
import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localWallet } from '../chains/ethereum/testing/local-signer.ts'
import { createHoldings } from './holdings.ts'
import type { HoldingsSource } from './ports.ts'
import { openPortfolioApp, settled } from './testing/portfolio-app.ts'
import {
  CATS,
  COIN_FEED,
  calling,
  HOSTILE,
  NATIVE_FEED,
  nowSeconds,
  startPortfolioChain,
  TUSD,
  WALLET,
} from './testing/portfolio-chain.ts'

let world: Awaited<ReturnType<typeof startPortfolioChain>>
const opened: HoldingsSource[] = []
beforeAll(async () => {
  world = await startPortfolioChain()
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const source of opened.splice(0)) source.stop()
  vi.restoreAllMocks()
  await world.reset()
})

function open(app = openPortfolioApp([world.chain])) {
  const source = createHoldings(app.kernel, localWallet)
  opened.push(source)
  return source
}
const amountOf = (source: HoldingsSource, symbol: string) =>
  source.store.get().list.find(it => it.symbol === symbol)?.amount

describe('a node', () => {
  const answer = (result: unknown) => async (call: { method: string }, pass: () => Promise<string>) =>
    call.method === 'eth_chainId' ? pass() : JSON.stringify({ jsonrpc: '2.0', id: 1, result })

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['no hex', '0xlorem'],
    ['less than nothing', `-${toHex(1, { size: 32 })}`],
    ['more than a number can be', `0x1${'0'.repeat(64)}`],
    ['an endless list', `${toHex(32, { size: 32 })}${'f'.repeat(64)}`],
    ['the results of fewer calls', `${toHex(32, { size: 32 })}${'0'.repeat(64)}`],
    ['megabytes', `0x${'00'.repeat(1_000_000)}`],
  ])('that answers %s has told nothing: amounts are unknown, never 0', async (_name, result) => {
    world.gateway.behave(answer(result))
    const holdings = await settled(open())
    expect(holdings.list.map(({ amount, price }) => [amount, price])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(holdings).toMatchObject({ totalCents: null, isTotalPartial: true })
  })

  it('that breaks off in between leaves the whole of the last answer, not a mix of two', async () => {
    await world.anvil.request('anvil_setCode', ['0xcA11bde05977b3631167028862bE2a173976CA11', '0x'])
    const source = open()
    const before = await settled(source)
    await world.anvil.fund(WALLET, 5n * 10n ** 18n)
    await world.send(TUSD, calling('mint', WALLET, 1n))
    // The native balance is the new one, and the coin is not told any more.
    world.gateway.behave(async (call, pass) =>
      JSON.stringify(call.params).toLowerCase().includes(TUSD.toLowerCase()) ? 'hang up' : pass(),
    )
    await source.refresh()
    const after = source.store.get()
    expect(after).toMatchObject({ status: 'stale', unreachable: ['Anvil'], totalCents: before.totalCents })
    expect(after.list).toEqual(before.list)
  })

  it('that says another number at the next read: the newest counts, whole', async () => {
    const source = open()
    await settled(source)
    await world.anvil.fund(WALLET, 0n)
    await source.refresh()
    expect(source.store.get()).toMatchObject({ status: 'fresh', totalCents: 8_899n })
  })
})

describe('a price', () => {
  const now = nowSeconds()
  it.each([
    ['of zero', 0n, now, 8],
    ['below zero', -1n, now, 8],
    ['of 1e30', 10n ** 30n, now, 8],
    ['of 1e30 dollars', 10n ** 38n, now, 8],
    ['of 255 decimals', 1n, now, 255],
    ['that is too old', 2_000_00000000n, now - 90_061n, 8],
    ['from a far future', 2_000_00000000n, 2n ** 255n, 8],
  ])('%s is none, and the total says that it is not all', async (_name, answer, updatedAt, decimals) => {
    await world.send(NATIVE_FEED, calling('set', answer, updatedAt, decimals))
    const source = open()
    expect(await settled(source)).toMatchObject({ totalCents: 8_899n, isTotalPartial: true })
    expect(source.store.get().list[0]).toMatchObject({ symbol: 'ETH', price: null })
  })

  it('that was kept is shown for as long as it is fresh', async () => {
    await world.send(COIN_FEED, calling('set', 10n ** 8n, now - 89_000n, 8))
    const app = openPortfolioApp([world.chain])
    await settled(open(app))
    world.gateway.behave(async () => 'hang up')
    const again = openPortfolioApp([world.chain], app.storage)
    expect((await settled(open(again))).totalCents).toBe(408_900n)
    vi.spyOn(Date, 'now').mockReturnValue(Number(now + 2_000n) * 1_000)
    expect((await settled(open(again))).totalCents).toBe(400_000n)
  })
})

describe('a token', () => {
  it.each([
    ['refuses', 0n],
    ['burns all gas', 1n],
    ['answers with a megabyte', 2n],
    ['answers with one byte', 3n],
  ])('that %s is unknown, and takes no other coin with it', async (_name, mode) => {
    await world.send(HOSTILE, calling('behave', mode))
    await world.send(CATS, calling('mint', WALLET, 7_000_000n))
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched())
    app.networks.assets.add(world.watched({ address: HOSTILE, symbol: 'EVIL' }))
    const source = open(app)
    expect(await settled(source)).toMatchObject({ status: 'fresh', totalCents: 408_899n })
    expect(amountOf(source, 'EVIL')).toBeNull()
  })

  it('has a name of one short line, and is marked where it looks like one that the wallet vouches for', async () => {
    const app = openPortfolioApp([world.chain])
    const add = (address: string, symbol: string | null) =>
      app.networks.assets.add(world.watched({ address: address.padEnd(42, '0') as never, symbol }))
    add('0x01', 'ТUЅD')
    add('0x02', 'eth')
    add('0x03', '9,000\u202e USDC')
    add('0x04', null)
    const { list } = await settled(open(app))
    expect(
      list.filter(({ origin }) => origin === 'watched').map(({ symbol, borrows }) => [symbol, borrows]),
    ).toEqual([
      ['0x040…0000', null],
      ['USDC', null],
      ['eth', 'ETH'],
      ['ТUЅD', 'TUSD'],
    ])
  })

  it('that a person adds under the operator’s address is the operator’s', async () => {
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched({ address: TUSD, symbol: 'FAKE', decimals: 0 }))
    const { list } = await settled(open(app))
    expect(list.map(({ symbol, decimals, origin }) => [symbol, decimals, origin])).toEqual([
      ['ETH', 18, 'native'],
      ['TUSD', 6, 'known'],
    ])
  })

  it('of absurd decimals is shown as it is', async () => {
    await world.send(CATS, calling('mint', WALLET, 2n ** 255n))
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched({ decimals: 77 }))
    const source = open(app)
    await settled(source)
    expect(source.store.get().list.at(-1)).toMatchObject({ decimals: 77, amount: 2n ** 255n, price: null })
  })

  it('comes 10,000 times and is read a hundred times, in one request', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      world.watched({ address: toHex(index + 1_000, { size: 20 }), symbol: `T${index}` }),
    )
    const storage = new Map([['vitrine:assets:app_1:user_1', JSON.stringify(rows)]])
    const holdings = await settled(open(openPortfolioApp([world.chain], storage)))
    expect(holdings.list).toHaveLength(102)
    expect(world.gateway.methods().filter(method => method === 'eth_call')).toHaveLength(1)
  })
})

describe('what was kept', () => {
  it.each([
    ['no JSON', '{'],
    ['another shape', '{"chain":"31337"}'],
    ['rows of another shape', '[{"chain":"31337","coins":[{"key":"31337/native","amount":-1}]},null]'],
    ['a number that is none', keptAmount('1e5')],
    ['more than a number can be', keptAmount('9'.repeat(79))],
    ['a flood', JSON.stringify(Array.from({ length: 9_000 }, () => JSON.parse(keptAmount('1'))[0]))],
  ])('as %s is nothing', async (_name, text) => {
    const storage = new Map([[`vitrine:holdings:${WALLET}`, text]])
    const source = open(openPortfolioApp([world.chain], storage))
    expect(amountOf(source, 'ETH')).toBeNull()
    expect((await settled(source)).status).toBe('fresh')
  })
})

function keptAmount(amount: string) {
  const coins = [{ key: '31337/native', amount, price: null }]
  return JSON.stringify([{ chain: '31337', readAt: 0, nfts: 0, withoutMulticallAt: null, coins }])
}

it('nobody is asked but the nodes of the app’s config', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const app = openPortfolioApp([{ ...world.chain, rpc_urls: [world.anvil.url] }])
  app.networks.assets.add(world.watched())
  await settled(open(app))
  const origins = new Set(asked.mock.calls.map(([input]) => new URL(String(input)).origin))
  expect([...origins]).toEqual([world.anvil.url])
})
