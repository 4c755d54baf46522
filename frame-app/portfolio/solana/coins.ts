import { SOLANA_CHAINS, type SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { knownTokens } from '../../approval/solana/reads/known-tokens.ts'
import { type PriceFeed, SOL_PRICE_FEEDS } from '../../approval/solana/reads/price-feeds.ts'
import { WRAPPED_SOL } from '../../chains/solana/programs.ts'
import type { Coin } from '../coin.ts'
import type { HeldOn } from '../ports.ts'
import { TOKEN_PRICE_FEEDS } from './token-price-feeds.ts'

/** A coin of a Solana cluster, and where its price stands. */
export interface SolanaCoin extends Coin {
  readonly feed: PriceFeed | null
}

/** What a wallet shows of a cluster: SOL, and the tokens that are known there. What others send unasked is not shown. */
export function solanaCoins(chain: SolanaChain): readonly SolanaCoin[] {
  const on = heldOn(chain)
  const solFeed = SOL_PRICE_FEEDS[chain] ?? null
  const shared = { chain: on, logoUrl: null, borrows: null }
  return [
    {
      ...shared,
      key: `${chain}/native`,
      token: null,
      symbol: 'SOL',
      name: 'Solana',
      decimals: 9,
      origin: 'native',
      isAlwaysListed: true,
      feed: solFeed,
    },
    ...knownTokens(chain).map(
      ([mint, token]): SolanaCoin => ({
        ...shared,
        ...token,
        key: `${chain}/${mint}`,
        token: mint,
        origin: 'known',
        isAlwaysListed: false,
        // What is wrapped is worth what it wraps; test money nothing.
        feed:
          mint === WRAPPED_SOL ? solFeed : on.isTestnet ? null : (TOKEN_PRICE_FEEDS[token.symbol] ?? null),
      }),
    ),
  ]
}

const NAMES: Readonly<Record<SolanaChain, string>> = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
}

export const heldOn = (chain: SolanaChain): Extract<HeldOn, { type: 'solana' }> => ({
  type: 'solana',
  id: chain,
  name: NAMES[chain],
  isTestnet: chain !== SOLANA_CHAINS[0],
})
