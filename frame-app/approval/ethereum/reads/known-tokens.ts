import type { Address, EthereumChain } from '../../../chains/ethereum/ports.ts'
import { plainSymbol } from '../../explain/token-symbol.ts'

/** Symbols that people trust, and the contract that has each, by chain id. Another contract with the symbol is a copy. */
const KNOWN: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  USDC: {
    1: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    10: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    137: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    8453: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    42161: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    43114: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
    59144: '0x176211869ca2b568f2a7d4ee941e073a821ee1ff',
    11155111: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
    84532: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  },
  USDT: { 1: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
  DAI: { 1: '0x6b175474e89094c44da98b954eedeac495271d0f' },
  WETH: {
    1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    10: '0x4200000000000000000000000000000000000006',
    8453: '0x4200000000000000000000000000000000000006',
    42161: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  },
}

/** What their contracts answer on every chain above. */
const FACTS: Readonly<Record<string, { readonly name: string; readonly decimals: number }>> = {
  USDC: { name: 'USD Coin', decimals: 6 },
  USDT: { name: 'Tether USD', decimals: 6 },
  DAI: { name: 'Dai', decimals: 18 },
  WETH: { name: 'Wrapped Ether', decimals: 18 },
}

export interface KnownToken {
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** The tokens above that a chain has. */
export const knownTokens = (chainId: number): readonly KnownToken[] =>
  Object.entries(KNOWN).flatMap(([symbol, addresses]) => {
    const [address, facts] = [addresses[chainId], FACTS[symbol]]
    return address && facts ? [{ address: address as Address, symbol, ...facts }] : []
  })

/**
 * The trusted symbol that a token borrows: of one that the operator or the list above vouches for, or of the chain's own
 * currency, which no contract has.
 * @returns `null` when no such token has the symbol, or this is that token
 */
export function borrowedSymbol(
  { id, tokens = [], nativeCurrency }: Pick<EthereumChain, 'id' | 'tokens' | 'nativeCurrency'>,
  token: { readonly address: string; readonly symbol: string | null },
): string | null {
  if (token.symbol === null) return null
  const address = token.address.toLowerCase()
  if (tokens.some(it => it.address.toLowerCase() === address)) return null
  const plain = plainSymbol(token.symbol)
  const configured = tokens.find(({ symbol }) => plainSymbol(symbol) === plain)
  if (configured) return configured.symbol
  if (plain === nativeCurrency.symbol.toUpperCase()) return nativeCurrency.symbol
  const owner = Object.hasOwn(KNOWN, plain) ? KNOWN[plain]?.[id] : undefined
  return owner !== undefined && owner !== address ? plain : null
}
