import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asking, createChainClient } from './client.ts'
import type { EthereumChain } from './ports.ts'
import { startGateway } from './testing/gateway.ts'

type Gateway = Awaited<ReturnType<typeof startGateway>>
const CHAIN_ID = '0x2105'
const result = (value: unknown) => async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value })

let first: Gateway
let second: Gateway
beforeEach(async () => {
  second = await startGateway('', CHAIN_ID)
  second.behave(result('0x2'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([first.stop(), second.stop()])
})

function open(...urls: string[]) {
  const chain: EthereumChain = {
    id: 8453,
    name: 'Base',
    rpcUrls: urls,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockExplorerUrl: null,
    isTestnet: false,
  }
  const client = createChainClient(chain)
  return (method: string) => asking(chain, () => client.request({ method, params: [] } as never))
}

test('an endpoint of another chain is passed over, whatever it answers', async () => {
  first = await startGateway('', '0x1')
  first.behave(result('0x1'))
  expect(await open(first.url, second.url)('eth_getBalance')).toBe('0x2')
})

test('its refusal is none of the chain’s either', async () => {
  first = await startGateway('', '0x1')
  first.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted' } }))
  expect(await open(first.url, second.url)('eth_call')).toBe('0x2')
})

test('alone it is 4901 and told as what it is, and it is given no transaction', async () => {
  first = await startGateway('', '0x1')
  first.behave(result('0x1'))
  const ask = open(first.url)
  for (const method of ['eth_getBalance', 'eth_sendRawTransaction'])
    await expect(ask(method)).rejects.toMatchObject({
      code: 'service_unavailable',
      data: { eipCode: 4901 },
      message: 'The endpoint that is configured for Base is of another chain, so it is not used.',
    })
  expect(first.methods()).not.toContain('eth_sendRawTransaction')
})

test('an endpoint is asked for its chain once, and again only where it did not say', async () => {
  first = await startGateway('')
  let identity: string | number = 503
  first.behave(async ({ method }) => {
    if (method !== 'eth_chainId') return result('0x1')()
    return typeof identity === 'number' ? identity : result(identity)()
  })
  const ask = open(first.url)
  await expect(ask('eth_getBalance')).rejects.toMatchObject({ data: { eipCode: 4901 } })
  identity = CHAIN_ID
  expect(await ask('eth_getBalance')).toBe('0x1')
  const asked = first.methods().length
  expect(await ask('eth_getBalance')).toBe('0x1')
  expect(first.methods().slice(asked)).toEqual(['eth_getBalance'])
})

test('one that did not answer is asked last for a while', async () => {
  first = await startGateway('', CHAIN_ID)
  first.behave(async () => 503)
  const ask = open(first.url, second.url)
  await ask('eth_getBalance')
  const asked = first.seen.length
  await ask('eth_getBalance')
  expect(first.seen).toHaveLength(asked)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  await ask('eth_getBalance')
  expect(first.seen.length).toBeGreaterThan(asked)
})

test('an answer that does not end counts as none', async () => {
  first = await startGateway('', CHAIN_ID)
  const limit = vi.spyOn(AbortSignal, 'timeout')
  limit.mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
  await expect(open(second.url)('eth_getBalance')).rejects.toMatchObject({ data: { eipCode: 4901 } })
  expect(limit).toHaveBeenCalledWith(10_000)
})

test('an answer of many megabytes counts as none', async () => {
  first = await startGateway('', CHAIN_ID)
  first.behave(result('0'.repeat(11_000_000)))
  expect(await open(first.url, second.url)('eth_call')).toBe('0x2')
})
