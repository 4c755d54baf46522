import { describe, expect, it } from 'vitest'
import { FUNDING_NOT_ENABLED } from '../errors/messages.ts'
import type { FundWalletOptions } from './fund-wallet.ts'
import { makeFundingRequest } from './make-request.ts'
import type { FundingSettings } from './request.ts'
import { USDC_ADDRESSES, USDC_MINTS } from './usdc.ts'

const ETHEREUM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SOLANA = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
const OTHER_TOKEN = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

const ether = { symbol: 'ETH', decimals: 18 }
const mainnet = { id: 1, name: 'Ethereum', isTestnet: false, nativeCurrency: ether }
const base = { id: 8453, name: 'Base', isTestnet: false, nativeCurrency: ether }
const baseSepolia = { id: 84532, name: 'Base Sepolia', isTestnet: true, nativeCurrency: ether }
const zora = { id: 7777777, name: 'Zora', isTestnet: false, nativeCurrency: ether }

const ALL = [
  { method: 'card', provider: 'moonpay' },
  { method: 'card', provider: 'coinbase' },
  { method: 'exchange', provider: 'coinbase' },
  { method: 'wallets' },
  { method: 'manual' },
]
type Config = NonNullable<FundingSettings['app']['funding_config']>
const settings = (
  config: Partial<Config> | null = {},
  change: Partial<FundingSettings> = {},
): FundingSettings => ({
  app: {
    fiat_on_ramp_enabled: false,
    ...(config && {
      funding_config: {
        methods: [],
        options: ALL,
        default_recommended_amount: '10',
        default_recommended_currency: { chain: 'eip155:8453', asset: 'USDC' },
        prompt_funding_on_wallet_creation: false,
        cross_chain_bridging_enabled: true,
        ...config,
      },
    }),
  },
  chains: { supported: [mainnet, base, baseSepolia, zora], default: mainnet },
  solana: [{ chain: 'solana:mainnet' }, { chain: 'solana:devnet' }],
  wallets: [
    { address: ETHEREUM, chainType: 'ethereum' },
    { address: SOLANA, chainType: 'solana' },
  ],
  ...change,
})
const make = (options: FundWalletOptions = {}, of = settings(), address = ETHEREUM) =>
  makeFundingRequest({ address, options }, of)
const refused = (code: string, message: string | RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })
const methods = (request: ReturnType<typeof make>) =>
  request.supportedOptions.map(it => `${it.method} ${it.provider}`)

describe('a request without options', () => {
  it('is what the app recommends', () => {
    expect(make()).toEqual({
      chainType: 'ethereum',
      address: ETHEREUM,
      amount: '10',
      chain: 'eip155:8453',
      erc20Address: USDC_ADDRESSES[8453],
      isUSDC: true,
      asset: { type: 'USDC', address: USDC_ADDRESSES[8453], symbol: 'USDC', decimals: 6 },
      supportedOptions: [
        { method: 'card', provider: 'moonpay' },
        { method: 'card', provider: 'coinbase' },
        { method: 'exchange', provider: 'coinbase' },
        { method: 'wallets', provider: null },
        { method: 'manual', provider: null },
      ],
      disabledOptions: [],
      defaultFundingMethod: null,
      preferredCardProvider: null,
      solanaChain: null,
      isTestnet: false,
      isBridgingEnabled: true,
      uiConfig: {},
    })
  })

  it('is on Solana’s main network for a wallet there', () => {
    expect(make({}, settings(), SOLANA)).toMatchObject({
      chainType: 'solana',
      chain: 'solana:mainnet',
      solanaChain: 'solana:mainnet',
      erc20Address: null,
      isUSDC: true,
      asset: { address: USDC_MINTS['solana:mainnet'] },
    })
  })

  it('is on the app’s default chain where the recommended one is of the other family', () => {
    const of = settings({ default_recommended_currency: { chain: 'solana:mainnet', asset: 'USDC' } })
    expect(make({}, of).chain).toBe('eip155:1')
  })

  it('takes a cluster by its CAIP-2 name', () => {
    const chain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    const of = settings({ default_recommended_currency: { chain } })
    expect(make({}, of, SOLANA)).toMatchObject({ chain: 'solana:devnet', isUSDC: false, amount: '10' })
  })
})

describe('a request is refused', () => {
  it.each([
    ['without a funding config', settings(null)],
    ['without an option', settings({ options: [] })],
    ['with options of nothing that there is', settings({ options: [{ method: 'teleport' }] })],
  ])('%s', (_, of) => {
    expect(() => make({}, of)).toThrow(refused('not_supported', `^${FUNDING_NOT_ENABLED}$`))
  })

  it.each<[string, FundWalletOptions, string, RegExp]>([
    [
      'on a chain that is not configured',
      { chain: 'eip155:56' },
      'unsupported_chain_id',
      /chain 56 is not among/,
    ],
    ['on such a chain, as viem has it', { chain: { id: 56 } }, 'unsupported_chain_id', /not among/],
    ['on what is no chain', { chain: 'base' }, 'invalid_data', /no chain of its kind/],
    ['on a chain of the other family', { chain: 'solana:mainnet' }, 'invalid_data', /no chain of its kind/],
    ['with an asset and no amount', { asset: 'USDC' }, 'invalid_data', /takes an `amount`/],
    [
      'with USDC where none is known',
      { asset: 'USDC', amount: '1', chain: 'eip155:7777777' },
      'invalid_data',
      /no address of USDC/,
    ],
    [
      'with a token whose address is wrong',
      { asset: { erc20: OTHER_TOKEN.replace('B1', 'b1') }, amount: '1' },
      'invalid_data',
      /no address of a token/,
    ],
    ['with no token', { asset: {}, amount: '1' }, 'invalid_data', /no address of a token/],
    ['with too many decimals', { amount: '0.0000001' }, 'invalid_data', /more decimals/],
    ['with nothing', { amount: '0' }, 'invalid_data', /more than zero/],
    ['with less than nothing', { amount: '-5' }, 'invalid_data', /negative/],
  ])('%s', (_, options, code, message) => {
    expect(() => make(options)).toThrow(refused(code, message))
  })

  it.each<[string, FundWalletOptions, string]>([
    ['on a chain of Ethereum’s', { chain: 'eip155:1' }, 'invalid_data'],
    ['on a cluster that is not configured', { chain: 'solana:testnet' }, 'unsupported_chain_id'],
    ['with a token of Ethereum’s', { asset: { erc20: OTHER_TOKEN }, amount: '1' }, 'invalid_data'],
    ['with more decimals than SOL has', { asset: 'native-currency', amount: '0.0000000001' }, 'invalid_data'],
  ])('for a wallet on Solana %s', (_, options, code) => {
    expect(() => make(options, settings(), SOLANA)).toThrow(refused(code, /./))
  })

  it.each([
    ['for a wallet that is not the person’s', OTHER_TOKEN, 'embedded_wallet_not_found'],
    ['for an address whose checksum is wrong', ETHEREUM.replace('dA', 'Da'), 'invalid_data'],
    ['for what is no address', 'vitalik.eth', 'invalid_data'],
  ])('%s', (_, address, code) => {
    expect(() => make({}, settings(), address)).toThrow(refused(code, /./))
  })

  it('where the app recommends a chain that is not configured', () => {
    const of = settings({ default_recommended_currency: { chain: 'eip155:10', asset: 'USDC' } })
    expect(() => make({}, of)).toThrow(refused('unsupported_chain_id', /chain 10/))
  })
})

describe('what a page says', () => {
  it('goes before what the app recommends', () => {
    expect(make({ chain: { id: 1 }, asset: 'native-currency', amount: '0.5' })).toMatchObject({
      chain: 'eip155:1',
      amount: '0.5',
      erc20Address: null,
      isUSDC: false,
      asset: { type: 'native-currency', symbol: 'ETH', decimals: 18 },
    })
  })

  it('takes the recommended amount along for the recommended asset alone: ten of USDC are not ten of Ether', () => {
    expect(make({ chain: 'eip155:1' })).toMatchObject({ isUSDC: true, amount: '10' })
    expect(make({ chain: 'eip155:7777777' })).toMatchObject({ isUSDC: false, amount: null })
    const native = settings({
      default_recommended_currency: { chain: 'eip155:8453' },
      default_recommended_amount: '0.1',
    })
    expect(make({}, native)).toMatchObject({ isUSDC: false, amount: '0.1' })
    expect(make({ chain: 'eip155:1' }, native)).toMatchObject({ amount: null })
  })

  it('may be a token, whose decimals nobody vouches for', () => {
    const asset = { erc20: OTHER_TOKEN.toLowerCase() }
    expect(make({ asset, amount: '0.0000001' })).toMatchObject({
      erc20Address: OTHER_TOKEN,
      isUSDC: false,
      amount: '0.0000001',
      asset: { type: 'erc20', symbol: null, decimals: null },
    })
    const tokens = [{ address: OTHER_TOKEN, symbol: 'DAI', decimals: 3 }]
    const known = settings({}, { chains: { supported: [{ ...base, tokens }], default: mainnet } })
    expect(() => make({ asset, amount: '0.0001' }, known)).toThrow(refused('invalid_data', 'more decimals'))
  })

  it('names USDC by its address too', () => {
    expect(make({ asset: { erc20: USDC_ADDRESSES[8453]?.toLowerCase() ?? '' }, amount: '1' })).toMatchObject({
      isUSDC: true,
    })
  })

  it('puts its card provider first and begins with its method, where the app has them', () => {
    const request = make({ card: { preferredProvider: 'coinbase' }, defaultFundingMethod: 'wallet' })
    expect(methods(request).slice(0, 2)).toEqual(['card coinbase', 'card moonpay'])
    expect(request).toMatchObject({ preferredCardProvider: 'coinbase', defaultFundingMethod: 'wallets' })
    const without = settings({ options: [{ method: 'manual' }] })
    expect(make({ defaultFundingMethod: 'card' }, without).defaultFundingMethod).toBeNull()
  })
})

describe('of an app’s ways', () => {
  it('those of companies are off on a test network', () => {
    const request = make({ chain: 'eip155:84532' })
    expect(methods(request)).toEqual(['wallets null', 'manual null'])
    expect(request.disabledOptions.map(it => it.reason)).toEqual(['testnet', 'testnet', 'testnet'])
    expect(make({ chain: 'solana:devnet' }, settings(), SOLANA).isTestnet).toBe(true)
  })

  it('the person’s wallets are off where no USDC is known', () => {
    const request = make({ chain: 'eip155:7777777' })
    expect(methods(request)).toEqual(['manual null'])
    expect(request.disabledOptions).toContainEqual({
      option: { method: 'wallets', provider: null },
      reason: 'no-usdc-address',
    })
  })

  it('companies do not sell what they do not have', () => {
    const request = make({ asset: { erc20: OTHER_TOKEN }, amount: '1' })
    expect(methods(request)).toEqual(['wallets null', 'manual null'])
    expect(request.disabledOptions.every(it => it.reason === 'not-sold')).toBe(true)
  })

  it('at least one must do', () => {
    const cards = settings({ options: [{ method: 'card', provider: 'moonpay' }] })
    expect(() => make({ chain: 'eip155:84532' }, cards)).toThrow(refused('not_supported', 'none of the ways'))
  })
})
