import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'

export interface PriceFeed {
  /** A `PriceUpdateV2` account, which the push oracle's shard 0 keeps up to date. */
  readonly account: string
  /** What the price is of, 32 bytes in hex. */
  readonly id: string
  /** Seconds after which a price is too old. The feed is written every minute or so; some delay is usual. */
  readonly maxAge: number
}

/**
 * Price of SOL in US dollars, by cluster. The main network alone: what is worth nothing has no price. Id as in Pyth's public
 * list of feeds.
 */
export const SOL_PRICE_FEEDS: Readonly<Partial<Record<SolanaChain, PriceFeed>>> = {
  'solana:mainnet': {
    account: '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
    id: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
    maxAge: 600,
  },
}
