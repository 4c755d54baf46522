import { describe, expect, it } from 'vitest'
import { fundingOptions, optionName } from './options.ts'

const config = (change: object) => ({
  methods: [],
  options: [],
  default_recommended_amount: '10',
  default_recommended_currency: { chain: 'eip155:1' },
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: false,
  ...change,
})
const names = (change: object | null, fiat_on_ramp_enabled = false) =>
  fundingOptions({
    ...(change && { funding_config: config(change) }),
    fiat_on_ramp_enabled,
  }).map(optionName)

describe('the ways to fund of an app', () => {
  it('are its options, in its order, each once', () => {
    const options = [
      { method: 'manual' },
      { method: 'card', provider: 'coinbase' },
      { method: 'payment-request', provider: 'moonpay' },
      { method: 'wallets', provider: 'whoever' },
      { method: 'exchange', provider: 'coinbase' },
      { method: 'card', provider: 'coinbase' },
    ]
    expect(names({ options })).toEqual([
      'manual',
      'card:coinbase',
      'payment-request:moonpay',
      'wallets',
      'exchange:coinbase',
    ])
  })

  it('are without what this version does not have', () => {
    const options = [
      { method: 'card', provider: 'a-newer-one' },
      { method: 'card' },
      { method: 'exchange', provider: 'moonpay' },
      { method: 'teleport', provider: 'moonpay' },
      { method: 'toString' },
      { method: 'manual' },
    ]
    expect(names({ options })).toEqual(['manual'])
  })

  it('are what older configs call methods, where there are no options', () => {
    expect(names({ methods: ['moonpay', 'external'] })).toEqual(['card:moonpay', 'wallets', 'manual'])
    expect(names({ methods: ['coinbase-onramp'] })).toEqual(['exchange:coinbase', 'card:coinbase'])
    expect(names({ methods: ['moonpay'], options: [{ method: 'manual' }] })).toEqual(['manual'])
  })

  it('are a card at MoonPay where the oldest switch is on alone', () => {
    expect(names(null, true)).toEqual(['card:moonpay'])
    expect(names({ methods: ['external', 'moonpay'] }, true)).toEqual(['wallets', 'manual', 'card:moonpay'])
  })

  it('are none without a config', () => {
    expect(names(null)).toEqual([])
    expect(names({})).toEqual([])
  })
})
