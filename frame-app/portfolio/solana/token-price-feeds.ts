import type { PriceFeed } from '../../approval/solana/reads/price-feeds.ts'

const HOURS = 3_600

/** Pyth's "<token> / USD" of known tokens on the main network, by symbol. Ids as in Pyth's public list of feeds. */
export const TOKEN_PRICE_FEEDS: Readonly<Record<string, PriceFeed>> = {
  USDC: {
    account: 'Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX',
    id: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
    maxAge: 2 * HOURS,
  },
  USDT: {
    account: 'HT2PLQBcG5EiCcNSaMHAjSgd9F98ecpATbk4Sk5oYuM',
    id: '2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b',
    maxAge: 2 * HOURS,
  },
}
