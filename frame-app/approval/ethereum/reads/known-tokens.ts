import { USDC_ADDRESSES, USDC_DECIMALS } from '@vitrine/shared/funding/usdc.ts'
import type { Address, EthereumChain } from '../../../chains/ethereum/ports.ts'
import { plainSymbol } from '../../explain/token-symbol.ts'

/** Symbols that people trust, and the contract that has each, by chain id. Another contract with the symbol is a copy. */
const KNOWN: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  USDC: USDC_ADDRESSES,
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
  USDC: { name: 'USD Coin', decimals: USDC_DECIMALS },
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
  const owner = (Object.hasOwn(KNOWN, plain) ? KNOWN[plain]?.[id] : undefined)?.toLowerCase()
  return owner !== undefined && owner !== address ? plain : null
}
