// In a process of its own: what was sent is followed for as long as the process is there.
import { getAddress, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Address, Hex } from '../chains/ethereum/ports.ts'
import { localWallet } from '../chains/ethereum/testing/local-signer.ts'
import { createActivity } from './activity.ts'
import type { ActivitySource } from './ports.ts'
import { openPortfolioApp } from './testing/portfolio-app.ts'
import { startPortfolioChain, WALLET } from './testing/portfolio-chain.ts'

let world: Awaited<ReturnType<typeof startPortfolioChain>>
const opened: ActivitySource[] = []
beforeAll(async () => {
  world = await startPortfolioChain()
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const source of opened.splice(0)) source.stop()
  await world.reset()
})

async function arrivals() {
  const source = createActivity(openPortfolioApp([world.chain]).kernel, localWallet)
  opened.push(source)
  await vi.waitFor(() => expect(source.store.get().status).toBe('done'), { timeout: 15_000 })
  return source.store.get().list.filter(({ amount }) => amount !== '+89 TUSD')
}

/** From another account. @param value wei */
async function pay(to: Address, value: bigint) {
  const [, from] = await world.anvil.request<Address[]>('eth_accounts')
  const hash = await world.anvil.request<Hex>('eth_sendTransaction', [{ from, to, value: toHex(value) }])
  await world.anvil.mined(hash)
  return { hash, from }
}

it('what others sent of the chain’s own currency is told: how much, by whom, when', async () => {
  const { hash, from } = await pay(WALLET, 5n * 10n ** 17n)
  await world.anvil.request('anvil_mine', ['0x10'])
  const last = await pay(WALLET, 1n)
  const [newest, first, ...others] = await arrivals()
  expect(others).toEqual([])
  expect(newest).toMatchObject({ id: last.hash, amount: '+0.000000000000000001 ETH' })
  const block = await world.anvil.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
  expect(newest?.at).toBe(Number(block.timestamp) * 1_000)
  expect(first).toMatchObject({
    id: hash,
    status: 'done',
    way: 'in',
    amount: '+0.5 ETH',
    party: getAddress(from ?? ''),
    headline: null,
    askedBy: null,
  })
})

it('a node that has forgotten old balances is asked for those that it has', async () => {
  const { hash } = await pay(WALLET, 7n)
  let refused = 0
  world.gateway.behave(async (call, pass) => {
    if (call.method !== 'eth_getBalance' || ++refused > 2) return pass()
    return JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_000, message: 'missing trie node' },
    })
  })
  expect(await arrivals()).toMatchObject([{ id: hash }])
})

const whole = {
  hash: toHex(7n, { size: 32 }),
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: WALLET,
  value: '0x1',
}
it.each<[string, unknown, string]>([
  ['nothing', null, '0x1'],
  ['no list', { transactions: 7 }, '0x1'],
  ['a list of nonsense', { transactions: [null, 7, {}, whole.hash] }, '0x1'],
  ['payments to others', { transactions: [{ ...whole, to: whole.from }] }, '0x1'],
  ['payments of the wallet to itself', { transactions: [{ ...whole, from: WALLET }] }, '0x1'],
  ['a payment of nothing', { transactions: [{ ...whole, value: '0x0' }] }, '0x1'],
  ['an amount beyond a number', { transactions: [{ ...whole, value: `0x${'f'.repeat(66)}` }] }, '0x1'],
  ['a payment that failed', { transactions: [whole] }, '0x0'],
])('is nothing where a node answers %s', async (_name, block, status) => {
  await pay(WALLET, 7n)
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: block,
    eth_getTransactionReceipt: { status },
  }
  world.gateway.behave(async (call, pass) =>
    call.method in answers ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[call.method] }) : pass(),
  )
  expect(await arrivals()).toEqual([])
})

it('of a flood in one block a few are told, and no time from the future', async () => {
  await pay(WALLET, 7n)
  const far = toHex(Math.floor(Date.now() / 1_000) + 10 * 86_400)
  const transactions = Array.from({ length: 900 }, (_, index) => ({
    ...whole,
    hash: toHex(index, { size: 32 }),
  }))
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: { transactions, timestamp: far },
    eth_getTransactionReceipt: { status: '0x1' },
  }
  world.gateway.behave(async (call, pass) =>
    call.method in answers ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[call.method] }) : pass(),
  )
  const list = await arrivals()
  expect(list).toHaveLength(5)
  expect(list[0]?.at).toBeNull()
})
