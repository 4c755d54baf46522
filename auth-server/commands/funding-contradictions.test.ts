import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { fundingContradictions } from './funding-contradictions.ts'

const providers = {
  moonpay: { publishable_key: 'pk_live_0123456789' },
  coinbase: { api_key_id: 'organizations/1/apiKeys/2', project_id: 'project-1' },
}
const found = (funding: object | null, change: object = {}) => {
  const config: EditableAppConfig = editableAppConfig.parse({
    name: 'Shop',
    funding_providers: providers,
    ...(funding && { funding_config: funding }),
    ...change,
  })
  return fundingContradictions(config)
}
const withUsdc = (address: string) => ({
  id: 7,
  name: 'Mine',
  native_currency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  tokens: [{ address, symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
})

describe('an operator is told of a funding that cannot work', () => {
  test.each<[string, object | null, object, string]>([
    [
      'a method that there is not',
      { options: [{ method: 'teleport', provider: 'moonpay' }] },
      {},
      'options.0.method: there is no method "teleport"',
    ],
    [
      'a provider that there is not',
      { options: [{ method: 'manual' }, { method: 'card', provider: 'stripe' }] },
      {},
      'options.1.provider: card has no provider "stripe"',
    ],
    ['no provider', { options: [{ method: 'card' }] }, {}, 'options.0.provider'],
    [
      'an exchange at MoonPay',
      { options: [{ method: 'exchange', provider: 'moonpay' }] },
      {},
      'options.0.provider',
    ],
    [
      'MoonPay without a key',
      { options: [{ method: 'card', provider: 'moonpay' }] },
      { funding_providers: {} },
      'funding_providers.moonpay',
    ],
    [
      'MoonPay by an older method without a key',
      { methods: ['moonpay'] },
      { funding_providers: {} },
      'funding_providers.moonpay',
    ],
    [
      'MoonPay by the oldest switch without a key',
      null,
      { fiat_on_ramp_enabled: true, funding_providers: {} },
      'funding_providers.moonpay',
    ],
    [
      'Coinbase without an account',
      { methods: ['coinbase-onramp'] },
      { funding_providers: {} },
      'funding_providers.coinbase',
    ],
    [
      'a chain that the app does not have',
      { default_recommended_currency: { chain: 'eip155:999' } },
      {},
      'currency.chain: eip155:999',
    ],
    [
      'a chain of another kind',
      { default_recommended_currency: { chain: 'solana:othernet' } },
      {},
      'currency.chain: solana:othernet',
    ],
    [
      'USDC where there is none',
      { default_recommended_currency: { chain: 'eip155:7777777', asset: 'USDC' } },
      {},
      'currency.asset',
    ],
    [
      'more decimals than USDC has',
      { default_recommended_amount: '0.0000001' },
      {},
      'default_recommended_amount',
    ],
    ['nothing', { default_recommended_amount: '0' }, {}, 'default_recommended_amount'],
    [
      'a mint that is none',
      null,
      { solana_rpcs: { 'solana:devnet': { rpc: 'https://rpc.example', usdc_mint: 'mint' } } },
      'usdc_mint',
    ],
    [
      'a USDC with a wrong character',
      null,
      { chains: [withUsdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49')] },
      'chains: the address of USDC on Mine has a wrong checksum',
    ],
  ])('%s', (_, funding, change, message) => {
    expect(found(funding, change)).toEqual([expect.stringContaining(message)])
  })

  test('and of none that can', () => {
    expect(found(null)).toEqual([])
    expect(
      found({
        options: [
          { method: 'card', provider: 'moonpay' },
          { method: 'payment-request', provider: 'coinbase' },
          { method: 'exchange', provider: 'coinbase' },
          { method: 'wallets' },
          { method: 'manual', provider: '' },
        ],
      }),
    ).toEqual([])
    for (const usdc of [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    ])
      expect(found(null, { chains: [withUsdc(usdc)] })).toEqual([])
    const solana = { default_recommended_currency: { chain: 'solana:mainnet', asset: 'USDC' } }
    expect(found({ options: [{ method: 'manual' }], ...solana })).toEqual([])
  })
})
