import { expect, test } from 'vitest'
import { configuredChains, configuredEndpoints, configuredSolanaRpcs } from './networks.ts'

const native_currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = { id: 1, name: 'Ethereum', rpc_urls: ['https://rpc.example/key'], native_currency }

test('a chain without endpoints is one on which wallets sign', () => {
  const { rpc_urls: _, ...bare } = chain
  expect(configuredChains.parse([bare])).toEqual([{ ...bare, rpc_urls: [], testnet: false }])
})

test.each([
  ['an id of zero', { ...chain, id: 0 }],
  ['an id in hex', { ...chain, id: '0x1' }],
  ['an endpoint in the clear', { ...chain, rpc_urls: ['http://rpc.example'] }],
  ['a currency without decimals', { ...chain, native_currency: { name: 'Ether', symbol: 'ETH' } }],
  ['decimals beyond sense', { ...chain, native_currency: { ...native_currency, decimals: 77 } }],
  ['an explorer that is a script', { ...chain, block_explorer_url: 'javascript:alert(1)' }],
  ['a misspelt option', { ...chain, rpcUrls: [] }],
])('%s is refused', (_, value) => {
  expect(configuredChains.safeParse([value]).success).toBe(false)
})

test('one id cannot stand for two chains', () => {
  expect(configuredChains.safeParse([chain, { ...chain, name: 'Other' }]).success).toBe(false)
})

test('Solana’s clusters are three, each with its endpoints', () => {
  const rpcs = { 'solana:mainnet': { rpc: 'https://sol.example', rpc_subscriptions: 'wss://sol.example' } }
  expect(configuredSolanaRpcs.parse(rpcs)).toEqual(rpcs)
  expect(
    configuredSolanaRpcs.safeParse({ 'solana:localnet': { rpc: 'http://127.0.0.1:8899' } }).success,
  ).toBe(false)
})

test('every endpoint is named once', () => {
  const chains = configuredChains.parse([chain, { ...chain, id: 2 }])
  const solana_rpcs = {
    'solana:devnet': { rpc: 'https://sol.example', rpc_subscriptions: 'wss://sol.example' },
  }
  expect(configuredEndpoints({ chains, solana_rpcs })).toEqual([
    'https://rpc.example/key',
    'https://sol.example',
    'wss://sol.example',
  ])
  expect(configuredEndpoints({ chains: [], solana_rpcs: {} })).toEqual([])
})
