import { createStore } from '../../core/store.ts'
import type { Holding, Holdings, HoldingsSource } from '../../portfolio/ports.ts'

export const TOKEN = '0x00000000000000000000000000000000000C0117'
const ANVIL = { type: 'ethereum', id: 1, name: 'Ethereum', isTestnet: false } as const

export const ETHER: Holding = {
  key: 'eth',
  chain: ANVIL,
  token: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  amount: 5n * 10n ** 18n,
  price: { answer: 2_000n * 10n ** 8n, decimals: 8 },
  logoUrl: null,
  origin: 'native',
  borrows: null,
}
export const TUSD: Holding = {
  ...ETHER,
  key: 'tusd',
  token: TOKEN,
  symbol: 'TUSD',
  name: 'Test Dollar',
  decimals: 6,
  amount: 12_500_000n,
  price: null,
  origin: 'known',
}

/** What a wallet has, as the test says. `refreshes`: how often it was read anew. */
export function heldCoins(...list: readonly Holding[]): HoldingsSource & { refreshes: number } {
  const store = createStore<Holdings>({
    status: 'fresh',
    isRefreshing: false,
    list,
    totalCents: null,
    isTotalPartial: false,
    nfts: 0,
    readAt: null,
    unreachable: [],
  })
  return {
    store,
    refreshes: 0,
    async refresh() {
      this.refreshes += 1
    },
    stop() {},
  }
}
