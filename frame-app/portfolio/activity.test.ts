// In a process of its own: what was sent is followed for as long as the process is there.
import { pad, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Address, EthereumTransactionInput, Hex } from '../chains/ethereum/ports.ts'
import { localWallet } from '../chains/ethereum/testing/local-signer.ts'
import { createActivity } from './activity.ts'
import type { ActivitySource } from './ports.ts'
import { leaveApps, openPortfolioApp } from './testing/portfolio-app.ts'
import { CATS, calling, startPortfolioChain, TUSD, WALLET } from './testing/portfolio-chain.ts'

const FRIEND: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { signal } = new AbortController()

let world: Awaited<ReturnType<typeof startPortfolioChain>>
const opened: ActivitySource[] = []
beforeAll(async () => {
  world = await startPortfolioChain()
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const source of opened.splice(0)) source.stop()
  leaveApps()
  await world.reset()
})

async function open(app = openPortfolioApp([world.chain])) {
  const source = createActivity(app.kernel, localWallet)
  opened.push(source)
  await vi.waitFor(() => expect(source.store.get().status).toBe('done'))
  return { ...app, source, list: () => source.store.get().list }
}

/** Sends from the wallet, until it is in a block. */
async function pay(app: ReturnType<typeof openPortfolioApp>, data: Hex, about?: object) {
  const network = app.networks.of(world.anvil.chainId)
  const prepared = await network.prepare(WALLET, { to: TUSD, data }, signal)
  const { hash } = await network.send(localWallet, prepared, signal, about as never)
  await network.wait(hash, signal)
  return hash
}
const about = {
  headline: 'Send 9 TUSD',
  amount: '−9 TUSD',
  party: FRIEND,
  askedBy: 'https://shop.example',
}

describe('what was sent from here', () => {
  it('has the words of its approval and who asked, and is told live', async () => {
    const app = await open(openPortfolioApp([{ ...world.chain, block_explorer_url: 'https://scan.example' }]))
    await world.anvil.request('evm_setAutomine', [false])
    const network = app.networks.of(world.anvil.chainId)
    const prepared = await network.prepare(
      WALLET,
      { to: TUSD, data: calling('transfer', FRIEND, 9_000_000n) },
      signal,
    )
    const { hash } = await network.send(localWallet, prepared, signal, about)
    expect(app.list()).toMatchObject([
      {
        ...about,
        id: hash,
        status: 'pending',
        way: 'out',
        chain: { type: 'ethereum', id: 31_337, name: 'Anvil', isTestnet: true },
        explorerUrl: `https://scan.example/tx/${hash}`,
      },
      { amount: '+89 TUSD', status: 'done' },
    ])
    await world.anvil.request('evm_setAutomine', [true])
    await world.anvil.request('evm_mine')
    await vi.waitFor(() => expect(app.list()[0]).toMatchObject({ id: hash, status: 'done' }))
    await app.source.refresh()
    // The chain tells the same transfer: it stands once, with the words of its approval.
    expect(app.list().filter(({ id }) => id === hash)).toMatchObject([about])
  })

  it.each([
    ['sped up', 'speed-up', 'replacing', 'replaced'],
    ['cancelled', 'cancel', 'cancelling', 'cancelled'],
  ] as const)(
    'that is %s says so, while both wait and once it is known which of them was done',
    async (...row) => {
      const [, kind, waiting, over] = row
      const app = await open()
      await world.anvil.request('evm_setAutomine', [false])
      const network = app.networks.of(world.anvil.chainId)
      const send = async (input: EthereumTransactionInput) => {
        const prepared = await network.prepare(WALLET, input, signal)
        return (await network.send(localWallet, prepared, signal)).hash
      }
      const first = await send({ to: FRIEND, value: 1n })
      const stateOf = (hash: Hex) => app.list().find(({ id }) => id === hash)
      expect(stateOf(first)).toMatchObject({ status: 'pending', replaceable: ['speed-up', 'cancel'] })
      const second = await send(await network.replacement(first, kind))
      expect(stateOf(first)).toMatchObject({ status: waiting, replaceable: [] })
      expect(stateOf(second)).toMatchObject({ status: 'pending' })
      await world.anvil.request('evm_setAutomine', [true])
      await world.anvil.request('evm_mine')
      await vi.waitFor(() => expect(stateOf(first)).toMatchObject({ status: over, replaceable: [] }))
      expect(stateOf(second)).toMatchObject({ status: 'done', replaceable: [] })
    },
  )

  it('where a cancellation comes too late, the first one was done', async () => {
    const app = await open()
    await world.anvil.request('evm_setAutomine', [false])
    const network = app.networks.of(world.anvil.chainId)
    const send = async (input: EthereumTransactionInput) => {
      const prepared = await network.prepare(WALLET, input, signal)
      return (await network.send(localWallet, prepared, signal)).hash
    }
    const first = await send({ to: FRIEND, value: 1n })
    const bytes = await world.anvil.request('eth_getRawTransactionByHash', [first])
    const second = await send(await network.replacement(first, 'cancel'))
    // The wallet must not bring it back before the block is made.
    world.gateway.behave(async ({ method }, pass) =>
      method === 'eth_sendRawTransaction' ? 'hang up' : pass(),
    )
    await world.anvil.request('anvil_dropTransaction', [second])
    await world.anvil.request('eth_sendRawTransaction', [bytes])
    await world.anvil.request('evm_setAutomine', [true])
    await world.anvil.request('evm_mine')
    const stateOf = (hash: Hex) => app.list().find(({ id }) => id === hash)?.status
    await vi.waitFor(() => expect([stateOf(first), stateOf(second)]).toEqual(['done', 'tooLate']))
  })

  it('without words, as an earlier release kept it, has those that the chain tells', async () => {
    const app = openPortfolioApp([world.chain])
    const hash = await pay(app, calling('transfer', FRIEND, 9_000_000n))
    const { list } = await open(app)
    expect(list()[0]).toMatchObject({
      id: hash,
      way: 'out',
      headline: null,
      amount: '−9 TUSD',
      party: FRIEND,
      askedBy: null,
    })
  })

  it('without words, and without a node that tells, was not “sent to” the contract that it called', async () => {
    const app = openPortfolioApp([world.chain])
    const hash = await pay(app, calling('transfer', FRIEND, 9_000_000n))
    world.gateway.behave(async () => 'hang up')
    const { list } = await open(openPortfolioApp([world.chain], app.storage))
    expect(list()).toMatchObject([{ id: hash, way: 'other', headline: null, amount: null }])
  })

  it('of another wallet is not listed', async () => {
    const app = openPortfolioApp([world.chain])
    const hash = await pay(app, calling('mint', FRIEND, 1n), about)
    const source = createActivity(app.kernel, { ...localWallet, address: FRIEND })
    opened.push(source)
    await source.refresh()
    // It knows what the chain tells, and nothing of the approval.
    expect(source.store.get().list).toMatchObject([{ id: hash, way: 'in', headline: null, askedBy: null }])
  })

  it('is told without a node, too', async () => {
    const app = openPortfolioApp([world.chain])
    const hash = await pay(app, calling('transfer', FRIEND, 9_000_000n), about)
    world.gateway.behave(async () => 'hang up')
    const { list } = await open(openPortfolioApp([world.chain], app.storage))
    expect(list()).toMatchObject([{ id: hash, ...about }])
  })

  it('is shown on one line, whatever stands in storage', async () => {
    const app = openPortfolioApp([world.chain])
    await pay(app, calling('transfer', FRIEND, 1n), { ...about, headline: 'Send\n\u202e9 TUSD' })
    const { list } = await open(app)
    expect(list()[0]?.headline).toBe('Send 9 TUSD')
  })
})

describe('what the chain tells', () => {
  it('is transfers of the wallet’s coins, newest first, with their time', async () => {
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched())
    await world.send(TUSD, calling('mint', WALLET, 5_500_000n))
    const last = await world.send(CATS, calling('mint', WALLET, 1_000_000n))
    const { list } = await open(app)
    // New coins come from nobody.
    expect(list().map(({ way, amount, party, status }) => [way, amount, party, status])).toEqual([
      ['in', '+1 CATS', null, 'done'],
      ['in', '+5.5 TUSD', null, 'done'],
      ['in', '+89 TUSD', null, 'done'],
    ])
    const { blockNumber } = await world.anvil.request<{ blockNumber: string }>('eth_getTransactionReceipt', [
      last,
    ])
    const block = await world.anvil.request<{ timestamp: string }>('eth_getBlockByNumber', [
      blockNumber,
      false,
    ])
    expect(list()[0]?.at).toBe(Number(block.timestamp) * 1_000)
  })

  it('leaves out transfers of nothing and of strangers’ contracts: anybody can write those', async () => {
    await world.send(TUSD, calling('pretend', WALLET, FRIEND, 0n))
    await world.send(CATS, calling('pretend', WALLET, FRIEND, 1_000_000n))
    const { list } = await open()
    expect(list().map(({ amount }) => amount)).toEqual(['+89 TUSD'])
  })

  it('names a copy of a trusted coin by its address', async () => {
    const app = openPortfolioApp([world.chain])
    app.networks.assets.add(world.watched({ symbol: 'ТUЅD' }))
    await world.send(CATS, calling('mint', WALLET, 1_000_000n))
    const { list } = await open(app)
    expect(list()[0]?.amount).toBe('+1 0xe7f…0512')
  })

  it('comes from fewer blocks where the node refuses many', async () => {
    const ranges: string[] = []
    world.gateway.behave(async (call, pass) => {
      if (call.method !== 'eth_getLogs') return pass()
      ranges.push((call.params[0] as { fromBlock: string }).fromBlock)
      const error = { code: -32_005, message: 'query returned more than 10000 results' }
      return ranges.length <= 4 ? JSON.stringify({ jsonrpc: '2.0', id: 1, error }) : pass()
    })
    const { list } = await open()
    expect(list().map(({ amount }) => amount)).toEqual(['+89 TUSD'])
  })

  it.each([
    ['nothing', null],
    ['a list of nonsense', [null, 7, {}, { topics: [] }]],
    ['another contract', [event({ address: CATS })]],
    ['strangers', [event({ topics: [TRANSFER(), pad(FRIEND), pad(FRIEND)] })]],
    ['a block to come', [event({ blockNumber: '0xffffff' })]],
    ['what was undone', [event({ removed: true })]],
    ['an amount beyond a number', [event({ data: `0x${'f'.repeat(66)}` })]],
    ['a flood of nonsense', Array.from({ length: 5_000 }, () => event({ removed: true }))],
  ])('is nothing where a node answers %s', async (_name, result) => {
    world.gateway.behave(async (call, pass) =>
      call.method === 'eth_getLogs' ? JSON.stringify({ jsonrpc: '2.0', id: 1, result }) : pass(),
    )
    expect((await open()).list()).toEqual([])
  })

  it('of a flood is the newest, and no time from the future', async () => {
    const far = toHex(Math.floor(Date.now() / 1_000) + 10 * 86_400)
    const result = Array.from({ length: 900 }, (_, index) =>
      event({ transactionHash: toHex(index, { size: 32 }), logIndex: toHex(index), blockTimestamp: far }),
    )
    world.gateway.behave(async (call, pass) =>
      call.method === 'eth_getLogs' ? JSON.stringify({ jsonrpc: '2.0', id: 1, result }) : pass(),
    )
    const list = (await open()).list()
    expect(list).toHaveLength(20)
    expect(list[0]).toMatchObject({ id: toHex(899, { size: 32 }), at: null })
  })
})

function TRANSFER(): Hex {
  return '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
}

/** As a node has it. */
function event(over: object) {
  return {
    address: TUSD,
    topics: [TRANSFER(), pad(FRIEND), pad(WALLET)],
    data: toHex(1_000_000n, { size: 32 }),
    transactionHash: toHex(7n, { size: 32 }),
    blockNumber: '0x1',
    logIndex: '0x0',
    removed: false,
    ...over,
  }
}
