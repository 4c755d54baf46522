import { borrowedSymbol, knownTokens } from '../../approval/ethereum/reads/known-tokens.ts'
import { NATIVE_PRICE_FEEDS } from '../../approval/ethereum/reads/price-feeds.ts'
import { safeSymbol } from '../../approval/explain/token-symbol.ts'
import { singleLine } from '../../approval/readable-text.ts'
import type { Address, EthereumChain, PriceFeed, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { shortAddress } from '../../ui/short-address.ts'
import type { Coin } from '../coin.ts'
import type { HeldOn } from '../ports.ts'
import { TOKEN_PRICE_FEEDS } from './token-price-feeds.ts'

/** A coin of an Ethereum chain, and where its price stands. */
export interface EthereumCoin extends Coin {
  readonly token: Address | null
  readonly feed: PriceFeed | null
}

/** Whatever a person has added: more are not read at once. */
const MAX_WATCHED = 100

export const ethereumChainKey = ({ id }: Pick<EthereumChain, 'id'>): string => String(id)

export const heldOn = ({ id, name, isTestnet }: EthereumChain): Extract<HeldOn, { type: 'ethereum' }> => ({
  type: 'ethereum',
  id,
  name: singleLine(name),
  isTestnet,
})

/**
 * What a wallet shows of a chain: its own currency, the operator's tokens, those that are known, and the person's own. Of two
 * with one address the first counts: what a contract calls itself does not stand against the operator's word.
 */
export function ethereumCoins(
  chain: EthereumChain,
  watched: readonly WatchedAsset[] = [],
): readonly EthereumCoin[] {
  const { id, isTestnet, nativeCurrency, nativePriceFeed } = chain
  const on = heldOn(chain)
  const nativeFeed = nativePriceFeed ?? (isTestnet ? null : (NATIVE_PRICE_FEEDS[id] ?? null))
  const native: EthereumCoin = {
    key: `${id}/native`,
    chain: on,
    token: null,
    symbol: safeSymbol(nativeCurrency.symbol) ?? '?',
    name: singleLine(nativeCurrency.name),
    decimals: nativeCurrency.decimals,
    logoUrl: null,
    origin: 'native',
    borrows: null,
    isAlwaysListed: true,
    feed: nativeFeed,
  }
  const base = (token: Address) => ({ key: `${id}/${token.toLowerCase()}`, chain: on, token })
  const feedOf = (address: Address): PriceFeed | null => {
    const known = knownTokens(id).find(it => it.address.toLowerCase() === address.toLowerCase())
    // What is wrapped is worth what it wraps.
    return known?.symbol === 'WETH' ? nativeFeed : (TOKEN_PRICE_FEEDS[id]?.[known?.symbol ?? ''] ?? null)
  }
  const configured = (chain.tokens ?? []).map(
    ({ address, priceFeed, logoUrl, ...token }): EthereumCoin => ({
      ...base(address),
      symbol: singleLine(token.symbol),
      name: singleLine(token.name),
      decimals: token.decimals,
      logoUrl,
      origin: 'known',
      borrows: null,
      isAlwaysListed: true,
      feed: priceFeed ?? feedOf(address),
    }),
  )
  const known = knownTokens(id).map(
    ({ address, ...token }): EthereumCoin => ({
      ...base(address),
      ...token,
      logoUrl: null,
      origin: 'known',
      borrows: null,
      isAlwaysListed: false,
      feed: feedOf(address),
    }),
  )
  const added = watched
    .filter(({ standard, decimals }) => standard === 'ERC20' && decimals !== null)
    .slice(0, MAX_WATCHED)
    .map((asset): EthereumCoin => {
      const symbol = safeSymbol(asset.symbol ?? '')
      const shown = symbol ?? shortAddress(asset.address)
      return {
        ...base(asset.address),
        symbol: shown,
        name: shown,
        decimals: asset.decimals ?? 0,
        logoUrl: null,
        origin: 'watched',
        borrows: borrowedSymbol(chain, { address: asset.address, symbol }),
        isAlwaysListed: true,
        feed: null,
      }
    })
  const coins = new Map<string, EthereumCoin>()
  for (const coin of [native, ...configured, ...known, ...added])
    if (!coins.has(coin.key)) coins.set(coin.key, coin)
  return [...coins.values()]
}
