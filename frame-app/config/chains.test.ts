import { configuredChains } from '@vitrine/shared/config/networks.ts'
import { expect, test } from 'vitest'
import { mergeChains } from './chains.ts'

const RPC = 'https://rpc.example/v1'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const server = configuredChains.parse([
  {
    id: 10,
    name: 'Operator’s name',
    rpc_urls: [RPC],
    native_currency: { ...ether, symbol: 'OP' },
    testnet: true,
  },
])
const host = (id: number, http?: string[]) => ({
  id,
  name: `Chain ${id}`,
  ...(http && {
    rpcUrls: { default: { http: ['https://public.example'] }, vitrineWalletOverride: { http } },
  }),
})

test('the server’s chains count where the page names none; the built-in list where nobody does', () => {
  expect(mergeChains(server, undefined, undefined).value.supported.map(({ id }) => id)).toEqual([10])
  const builtIn = mergeChains([], undefined, undefined).value
  expect(builtIn.default).toMatchObject({ id: 1, rpcUrls: [], nativeCurrency: ether, isTestnet: false })
})

test('what the operator says of a chain counts before the page: name, token, endpoints', () => {
  const { supported } = mergeChains(server, [{ ...host(10), nativeCurrency: ether }], undefined).value
  expect(supported).toMatchObject([
    { name: 'Operator’s name', rpcUrls: [RPC], nativeCurrency: { symbol: 'OP' }, isTestnet: true },
  ])
})

test('an endpoint of the page counts for a chain that the operator did not configure, on the operator’s origins', () => {
  for (const id of [1, 99]) {
    const { value, warnings } = mergeChains(server, [host(id, ['https://rpc.example/own'])], undefined)
    expect(value.supported[0]?.rpcUrls).toEqual(['https://rpc.example/own'])
    expect(warnings).toEqual([])
  }
})

test('of a chain that the operator configured, a path of the page’s on the same origin is not used, and a warning says so', () => {
  const { value, warnings } = mergeChains(server, [host(10, ['https://rpc.example/own', RPC])], undefined)
  expect(value.supported[0]?.rpcUrls).toEqual([RPC])
  expect(warnings).toMatchObject([{ rule: 'rpc-allowed', message: expect.stringContaining('chain 10') }])
  expect(mergeChains(server, [host(10, [RPC])], undefined).warnings).toEqual([])
})

test.each([
  ['of another origin', 'https://elsewhere.example'],
  ['of a lookalike', 'https://rpc.example.evil.example'],
  ['of another scheme', 'http://rpc.example/v1'],
  ['of another port', 'https://rpc.example:8443/'],
  ['with the origin as user name', 'https://rpc.example@evil.example/'],
  ['that is no address', 'https://'],
])('an endpoint %s is not used, and a warning says so', (_, url) => {
  const { value, warnings } = mergeChains(server, [host(99, [url])], undefined)
  expect(value.supported[0]?.rpcUrls).toEqual([])
  expect(warnings).toMatchObject([{ rule: 'rpc-allowed' }])
})

test('viem’s public endpoints are never used: nothing is asked that the operator did not name', () => {
  const mainnet = { ...host(1), rpcUrls: { default: { http: ['https://public.example'] } } }
  expect(mergeChains(server, [mainnet], undefined).value.supported[0]?.rpcUrls).toEqual([])
})

test('a chain that a page alone knows has its number beside its name, without what is not seen', () => {
  const own = { ...host(99), name: 'Ethereum\u202e\u200b' }
  expect(mergeChains([], [own, host(1)], undefined).value.supported.map(({ name }) => name)).toEqual([
    'Ethereum  (99)',
    'Ethereum',
  ])
})
