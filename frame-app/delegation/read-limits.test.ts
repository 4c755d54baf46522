import type { SpendLimit } from '@vitrine/shared/wallet/policy.ts'
import { expect, test } from 'vitest'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import { type LimitReads, readLimits } from './read-limits.ts'
import { sayPeriod } from './say-period.ts'

const OWNER = `0x${'aa'.repeat(20)}`
const TOKEN = `0x${'cc'.repeat(20)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DAY = 86_400

/** No node answers. A page's own chain 999 is there too. */
const reads: LimitReads = {
  configured: [
    {
      ...{ id: 137, name: 'Polygon', rpc_urls: ['https://rpc.example'], testnet: false },
      native_currency: { name: 'POL', symbol: 'POL', decimals: 18 },
    },
  ],
  ethereum: async () =>
    ({
      chains: [{ id: 137 }, { id: 999 }],
      of: (id: number) => ({
        chain: { id, name: 'Fake', nativeCurrency: { symbol: 'BTC', decimals: 18 }, isTestnet: false },
        request: () => Promise.reject(new TypeError('Offline')),
      }),
    }) as unknown as EthereumNetworks,
  async solana() {
    throw new TypeError('Offline')
  },
}
const limit = (chain: string, asset: string, amount = '5'): SpendLimit =>
  ({ chain, asset, amount, per_seconds: DAY }) as SpendLimit
const read = async (...limits: SpendLimit[]) =>
  (await readLimits(limits, OWNER, reads, new AbortController().signal)).map(
    ({ network, currency, amount, perSeconds, isVouchedFor }) => [
      ...[network, currency?.symbol ?? null, currency?.decimals ?? null],
      ...[amount, perSeconds, isVouchedFor],
    ],
  )

test('amounts are written in the coins of the operator’s chains and of known tokens, without any node', async () => {
  expect(
    await read(limit('eip155:137', 'native'), limit('eip155:1', 'native'), limit('eip155:1', USDC)),
  ).toEqual([
    ['Polygon', 'POL', 18, 5n, DAY, true],
    ['Ethereum', 'ETH', 18, 5n, DAY, true],
    ['Ethereum', 'USDC', 6, 5n, DAY, true],
  ])
})

test('a chain that a page brings gives its coin no name, and a token that cannot be read no decimals', async () => {
  expect(await read(limit('eip155:999', 'native'), limit('eip155:137', TOKEN))).toEqual([
    ['eip155:999', null, null, 5n, DAY, false],
    ['Polygon', null, null, 5n, DAY, false],
  ])
})

test.each([
  [60, '1 minute'],
  [3_600, '1 hour'],
  [DAY, '24 hours'],
  [7 * DAY, '7 days'],
  [90, '90 seconds'],
])('%d seconds are %s', (seconds, said) => {
  expect(sayPeriod(seconds)).toBe(said)
})
