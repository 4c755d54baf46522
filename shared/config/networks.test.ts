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

const token = { address: `0x${'11'.repeat(20)}`, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }
const feed = { address: `0x${'22'.repeat(20)}` }

test('a chain has tokens that the operator vouches for, and feeds of prices', () => {
  const tokens = [token, { ...token, logo_url: 'https://logos.example/tusd.svg', price_feed: feed }]
  const [parsed] = configuredChains.parse([{ ...chain, native_price_feed: { ...feed, max_age: 60 }, tokens }])
  expect(parsed?.native_price_feed).toEqual({ ...feed, max_age: 60 })
  expect(parsed?.tokens?.map(({ price_feed }) => price_feed)).toEqual([
    undefined,
    { ...feed, max_age: 90_000 },
  ])
})

test.each([
  ['an address that is none', { ...token, address: '0x1' }],
  ['a symbol that fills the screen', { ...token, symbol: 'A'.repeat(13) }],
  ['no symbol', { ...token, symbol: '' }],
  ['an endless name', { ...token, name: 'A'.repeat(65) }],
  ['decimals beyond sense', { ...token, decimals: 37 }],
  ['half a decimal', { ...token, decimals: 0.5 }],
  ['a logo that is a script', { ...token, logo_url: 'javascript:alert(1)' }],
  ['a price that is never too old', { ...token, price_feed: { ...feed, max_age: 0 } }],
  ['a misspelt option', { ...token, logoUrl: 'https://logos.example/tusd.svg' }],
])('a token with %s is refused', (_, value) => {
  expect(configuredChains.safeParse([{ ...chain, tokens: [value] }]).success).toBe(false)
})

test('a chain has fifty tokens at most', () => {
  const many = (count: number) => [{ ...chain, tokens: Array.from({ length: count }, () => token) }]
  expect(configuredChains.safeParse(many(50)).success).toBe(true)
  expect(configuredChains.safeParse(many(51)).success).toBe(false)
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
