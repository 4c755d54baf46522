import type { ConfiguredChain } from '../config/networks.ts'

/** The demo shop's coin. Deployed first on a chain of its own, so its address is the same on every machine. */
export const DEMO_DOLLAR = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  symbol: 'DUSD',
  name: 'Demo Dollar',
  decimals: 6,
} as const

/** The demo chain's contracts, in the order in which they are deployed. */
export const DEMO_FEEDS = {
  dollar: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  ether: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
} as const

export const DEMO_CHAIN_ID = 31_337

/** Ten years: blocks come with payments only, and the chain's clock stands still between them. */
const MAX_AGE = 315_360_000

/** The local chain as an operator would write it into an app's config. @param shop the shop's origin, which has the coin's picture */
export const demoChain = (url: string, shop: string): ConfiguredChain => ({
  id: DEMO_CHAIN_ID,
  name: 'Demo chain',
  rpc_urls: [url],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  native_price_feed: { address: DEMO_FEEDS.ether, max_age: MAX_AGE },
  tokens: [
    {
      ...DEMO_DOLLAR,
      logo_url: `${shop}/dusd.svg`,
      price_feed: { address: DEMO_FEEDS.dollar, max_age: MAX_AGE },
    },
  ],
})
