// In a process of its own: a subscription asks for as long as the process is there.
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { getAddress, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anonymous, openDapp } from './testing/dapp.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Emits a log of one topic, 0x…07, with every call: PUSH1 7, PUSH1 0, PUSH1 0, LOG1. */
const EMITTER = '0x000000000000000000000000000000000000e017'
const EMITTER_CODE = '0x600760006000a1'
const TOPIC = `0x${'7'.padStart(64, '0')}`

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.request('anvil_setCode', [EMITTER, EMITTER_CODE])
})
afterAll(() => anvil.stop())
beforeEach(askOften)
afterEach(() => void vi.restoreAllMocks())

/** Shortens the wait between two questions and nothing else: the time-outs of a real node's answers need the real clock. */
function askOften() {
  const { setTimeout } = globalThis
  const often = (next: () => void, ms?: number, ...given: []) =>
    setTimeout(next, ms === 4_000 ? 20 : ms, ...given)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(often as typeof setTimeout)
}

function open() {
  const dapp = openDapp(anonymous, {
    chains: [
      { id: 31_337, name: 'Anvil', native_currency: ether, rpc_urls: [anvil.url] },
      { id: 10, name: 'OP', native_currency: ether, rpc_urls: [anvil.url] },
    ],
  })
  const results = (id: unknown) =>
    dapp.told.flatMap(({ event, data }) => {
      const { type, data: told } = data as { type: string; data: { subscription: string; result: unknown } }
      return event === 'message' && type === 'eth_subscription' && told.subscription === id ? told.result : []
    })
  return {
    ...dapp,
    results,
    subscribe: (...params: unknown[]) => dapp.request({ method: 'eth_subscribe', params }),
  }
}
const send = async (to: string) => {
  const [from] = await anvil.request<string[]>('eth_accounts')
  return anvil.request<string>('eth_sendTransaction', [{ from, to, value: '0x0' }])
}
const mine = () => anvil.request('evm_mine', [])

describe('eth_subscribe', () => {
  test('newHeads: each block that comes, as a header, in order', async () => {
    const { subscribe, results } = open()
    const id = await subscribe('newHeads')
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    const before = Number(await anvil.request('eth_blockNumber'))
    await mine()
    await mine()
    await vi.waitFor(() => expect(results(id)).toHaveLength(2))
    expect(results(id)).toMatchObject(
      [before + 1, before + 2].map(it => ({ number: `0x${it.toString(16)}` })),
    )
    expect(results(id)[0]).not.toHaveProperty('transactions')
    const { hash } = await anvil.request<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
    expect(results(id)[1]).toMatchObject({ hash })
  })
  test('logs: those of the address and the topics', async () => {
    const { subscribe, results } = open()
    const id = await subscribe('logs', { address: EMITTER, topics: [TOPIC] })
    const other = await subscribe('logs', { topics: [`0x${'8'.padStart(64, '0')}`] })
    const transactionHash = await send(EMITTER)
    await vi.waitFor(() => expect(results(id)).toMatchObject([{ topics: [TOPIC], transactionHash }]))
    expect(results(other)).toEqual([])
  })
  test('newPendingTransactions: their hashes', async () => {
    const { subscribe, results } = open()
    const id = await subscribe('newPendingTransactions')
    const hash = await send(TO)
    await vi.waitFor(() => expect(results(id)).toEqual([hash]))
    // Its block comes now and not among the blocks of the next test.
    await anvil.mined(hash)
  })
  test('ends when it is ended, and when the provider goes to another chain', async () => {
    const { subscribe, results, request, networks } = open()
    const [ended, left, stays] = [await subscribe('newHeads'), await subscribe('newHeads'), open()]
    const staying = await stays.subscribe('newHeads')
    expect(await request({ method: 'eth_unsubscribe', params: [ended] })).toBe(true)
    expect(await request({ method: 'eth_unsubscribe', params: [ended] })).toBe(false)
    networks.switchTo(10)
    await mine()
    await vi.waitFor(() => expect(stays.results(staying)).toHaveLength(1))
    await mine()
    await vi.waitFor(() => expect(stays.results(staying)).toHaveLength(2))
    expect([...results(ended), ...results(left)]).toEqual([])
    expect(await request({ method: 'eth_unsubscribe', params: [left] })).toBe(false)
  })
  test('of one page are 20 at most', async () => {
    const { subscribe, request } = open()
    const asked = await Promise.allSettled(Array.from({ length: 21 }, () => subscribe('newHeads')))
    const refused = asked.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { data: { eipCode: -32005 } } }])
    const [first] = asked
    await request({ method: 'eth_unsubscribe', params: [first?.status === 'fulfilled' && first.value] })
    await expect(subscribe('newHeads')).resolves.toMatch(/^0x/)
  })
  test.each([['syncing'], ['constructor'], [undefined], [7]])(
    '%j is refused by what can be asked',
    async kind => {
      await expect(open().subscribe(kind)).rejects.toMatchObject({
        data: { eipCode: -32602 },
        message: expect.stringContaining('"newHeads", "logs" or "newPendingTransactions"'),
      })
    },
  )
  test('a node that does not answer is the answer, and takes no place', async () => {
    const dead = openDapp(anonymous)
    const ask = () => dead.request({ method: 'eth_subscribe', params: ['newHeads'] })
    for (let time = 0; time < 2; time++)
      await expect(ask()).rejects.toMatchObject({ data: { eipCode: 4901 } })
  })
})

describe('eth_coinbase and personal_ecRecover', () => {
  test('the signature of a message names its account, spelled as eth_accounts does', async () => {
    const [account] = await anvil.request<string[]>('eth_accounts')
    await anvil.fund(account ?? '', parseEther('1'))
    const data = '0x68656c6c6f'
    const signature = await anvil.request('personal_sign', [data, account])
    const { request } = open()
    for (const said of [data, 'hello'])
      expect(await request({ method: 'personal_ecRecover', params: [said, signature] })).toBe(
        getAddress(account ?? ''),
      )
    for (const params of [[data], [data, '0x00'], ['0x1', signature], [data, `0x${'ff'.repeat(65)}`]])
      await expect(request({ method: 'personal_ecRecover', params })).rejects.toMatchObject({
        data: { eipCode: -32602 },
      })
  })
})
