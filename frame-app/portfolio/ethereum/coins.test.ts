import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { NATIVE_PRICE_FEEDS } from '../../approval/ethereum/reads/price-feeds.ts'
import type { EthereumChain } from '../../chains/ethereum/ports.ts'
import { ethereumCoins } from './coins.ts'
import { TOKEN_PRICE_FEEDS } from './token-price-feeds.ts'

const CHAIN: EthereumChain = {
  id: 1,
  name: 'Ethereum',
  rpcUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorerUrl: null,
  isTestnet: false,
}
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

it('a main network has its known tokens and their prices; what is wrapped is worth what it wraps', () => {
  const coins = ethereumCoins(CHAIN)
  expect(coins.map(({ symbol, isAlwaysListed }) => [symbol, isAlwaysListed])).toEqual([
    ['ETH', true],
    ['USDC', false],
    ['USDT', false],
    ['DAI', false],
    ['WETH', false],
  ])
  expect(coins.map(({ feed }) => feed)).toEqual([
    NATIVE_PRICE_FEEDS[1],
    TOKEN_PRICE_FEEDS[1]?.USDC,
    TOKEN_PRICE_FEEDS[1]?.USDT,
    TOKEN_PRICE_FEEDS[1]?.DAI,
    NATIVE_PRICE_FEEDS[1],
  ])
})

it('a test network’s coins are worth nothing, but by the operator’s word', () => {
  const test = { ...CHAIN, id: 11_155_111, isTestnet: true }
  expect(ethereumCoins(test).map(({ symbol, feed }) => [symbol, feed])).toEqual([
    ['ETH', null],
    ['USDC', null],
  ])
  const nativePriceFeed = { address: USDC, maxAge: 60 } as const
  expect(ethereumCoins({ ...test, nativePriceFeed })[0]?.feed).toBe(nativePriceFeed)
})

it('a token that the operator calls by a known symbol has that one’s price at its own address alone', () => {
  const token = { symbol: 'USDC', name: 'Bridged', decimals: 6, logoUrl: null, priceFeed: null }
  const feedOf = (address: string) =>
    ethereumCoins({ ...CHAIN, tokens: [{ ...token, address: address as never }] })[1]?.feed
  expect(feedOf(USDC)).toBe(TOKEN_PRICE_FEEDS[1]?.USDC)
  expect(feedOf(`0x${'11'.repeat(20)}`)).toBeNull()
})

it('feeds stand at addresses that are written right (EIP-55)', () => {
  for (const { address } of Object.values(TOKEN_PRICE_FEEDS).flatMap(Object.values<{ address: string }>))
    expect(getAddress(address)).toBe(address)
})
