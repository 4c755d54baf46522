import { parseEip155, toEip155 } from '../chains/caip2.ts'
import { parseSolanaChain } from '../chains/solana-caip2.ts'
import type { SolanaChain } from '../chains/solana-clusters.ts'
import { FUNDING_NOT_ENABLED } from '../errors/messages.ts'
import { clientError } from '../errors/vitrine-error.ts'
import { readAddress } from './address.ts'
import { requireAmount, toBaseUnits } from './amount.ts'
import type { FundWalletArgument, FundWalletOptions } from './fund-wallet.ts'
import { fundingOptions } from './options.ts'
import type { FundableChain, FundingAsset, FundingRequest, FundingSettings } from './request.ts'
import { supportedOptions } from './supported-options.ts'
import { USDC_DECIMALS, usdcMintOn, usdcOn } from './usdc.ts'

/** Asset and amount, as the page or the app's config has them. */
interface Asked {
  readonly asset: FundingAsset
  readonly amount: string | null
}

/**
 * Makes the specification's funding request (§1) of a page's call and the app's config, by every rule of specification §5
 * and contract §7.
 * @throws VitrineError `not_supported` ("Wallet funding is not enabled") without an option; `unsupported_chain_id` for a chain
 *   that is not among the configured ones; `embedded_wallet_not_found` for an address that is none of the person's wallets;
 *   `invalid_data` for what contradicts itself, and for an amount that is none
 */
export function makeFundingRequest(
  { address: given, options = {} }: FundWalletArgument,
  settings: FundingSettings,
): FundingRequest {
  const offered = fundingOptions(settings.app)
  if (offered.length === 0) throw clientError('not_supported', FUNDING_NOT_ENABLED)
  const { address, chainType } = walletOf(given, settings)
  const fields = {
    address,
    isBridgingEnabled: settings.app.funding_config?.cross_chain_bridging_enabled ?? false,
    uiConfig: options.uiConfig ?? {},
  }
  if (chainType === 'ethereum') {
    const chain = ethereumChain(options.chain, settings)
    const asked = askedOnEthereum(options, chain, settings)
    return {
      ...fields,
      ...asked,
      ...supportedOptions(
        offered,
        options,
        { chain: chain.id, isTestnet: chain.isTestnet, usdc: usdcOn(chain) },
        asked.asset,
      ),
      chainType,
      chain: toEip155(chain.id),
      erc20Address: asked.asset.address as `0x${string}` | null,
      isUSDC: asked.asset.type === 'USDC',
      isTestnet: chain.isTestnet,
      solanaChain: null,
    }
  }
  const chain = solanaChain(options.chain, settings)
  const usdc = usdcMintOn(chain, settings.app.solana_rpcs)
  const asked = askedOnSolana(options, chain, usdc, settings)
  const isTestnet = chain !== 'solana:mainnet'
  return {
    ...fields,
    ...asked,
    ...supportedOptions(offered, options, { chain, isTestnet, usdc }, asked.asset),
    chainType,
    chain,
    erc20Address: null,
    isUSDC: asked.asset.type === 'USDC',
    isTestnet,
    solanaChain: chain,
  }
}

/** The wallet of the person's that an address names; an Ethereum one with its checksum. */
function walletOf(given: string, { wallets }: FundingSettings) {
  const chainType = given.startsWith('0x') ? 'ethereum' : 'solana'
  const address = readAddress(chainType, given)
  if (address === null)
    throw clientError('invalid_data', `fundWallet: ${given} is no address. A character of it may be wrong.`)
  const isFunded = wallets.some(
    wallet =>
      wallet.chainType === chainType &&
      (chainType === 'ethereum'
        ? wallet.address.toLowerCase() === address.toLowerCase()
        : wallet.address === address),
  )
  // A page could else have its person send money to an address of its own, on the wallet's own screen.
  if (!isFunded)
    throw clientError('embedded_wallet_not_found', `fundWallet: ${address} is none of the user’s wallets.`)
  return { address, chainType } as const
}

function ethereumChain(asked: FundWalletOptions['chain'], { app, chains }: FundingSettings): FundableChain {
  const recommended = app.funding_config?.default_recommended_currency.chain
  const named = asked ?? (recommended?.startsWith('eip155:') ? recommended : undefined)
  if (named === undefined) return chains.default
  const id = typeof named === 'string' ? parseEip155(named) : named.id
  if (id === null)
    throw clientError(
      'invalid_data',
      `fundWallet: the wallet is on Ethereum, and ${named} is no chain of its kind.`,
    )
  const chain = chains.supported.find(it => it.id === id)
  if (!chain)
    throw clientError('unsupported_chain_id', `fundWallet: chain ${id} is not among the configured chains.`)
  return chain
}

function solanaChain(asked: FundWalletOptions['chain'], { app, solana }: FundingSettings): SolanaChain {
  const recommended = app.funding_config?.default_recommended_currency.chain
  const named = asked ?? (recommended?.startsWith('solana:') ? recommended : 'solana:mainnet')
  const chain = typeof named === 'string' ? parseSolanaChain(named) : null
  if (chain === null)
    throw clientError('invalid_data', 'fundWallet: the wallet is on Solana, and `chain` is no cluster of it.')
  if (!solana.some(it => it.chain === chain))
    throw clientError('unsupported_chain_id', `fundWallet: ${chain} is not among the configured chains.`)
  return chain
}

function askedOnEthereum(options: FundWalletOptions, chain: FundableChain, settings: FundingSettings): Asked {
  const { asset } = options
  if (asset !== undefined && options.amount === undefined)
    throw clientError('invalid_data', 'fundWallet: `asset` takes an `amount`.')
  const usdc = usdcOn(chain)
  const { symbol: nativeSymbol, decimals: nativeDecimals } = chain.nativeCurrency
  const native: FundingAsset = {
    type: 'native-currency',
    address: null,
    symbol: nativeSymbol,
    decimals: nativeDecimals,
  }
  if (typeof asset !== 'object')
    return askedFor(asset, options.amount, toEip155(chain.id), native, usdc, settings)
  const address = readAddress('ethereum', asset.erc20 ?? '')
  if (address === null)
    throw clientError(
      'invalid_data',
      'fundWallet: `asset.erc20` is no address of a token. A character of it may be wrong.',
    )
  if (address.toLowerCase() === usdc?.toLowerCase())
    return askedFor('USDC', options.amount, toEip155(chain.id), native, usdc, settings)
  const known = chain.tokens?.find(it => it.address.toLowerCase() === address.toLowerCase())
  const { symbol = null, decimals = null } = known ?? {}
  return checked({ asset: { type: 'erc20', address, symbol, decimals }, amount: options.amount ?? null })
}

function askedOnSolana(
  { asset, amount }: FundWalletOptions,
  chain: SolanaChain,
  usdc: string | null,
  settings: FundingSettings,
): Asked {
  if (typeof asset === 'object')
    throw clientError('invalid_data', 'fundWallet: on Solana `asset` is "native-currency" or "USDC".')
  const native: FundingAsset = { type: 'native-currency', address: null, symbol: 'SOL', decimals: 9 }
  return askedFor(asset, amount, chain, native, usdc, settings)
}

/**
 * The native currency or USDC. What the page does not say the app recommends: its asset where the chain has it, and its amount
 * of that asset alone, since ten of USDC are not ten of Ether.
 */
function askedFor(
  asked: 'native-currency' | 'USDC' | undefined,
  amount: string | undefined,
  chain: string,
  native: FundingAsset,
  usdc: string | null,
  { app }: FundingSettings,
): Asked {
  const recommended = app.funding_config?.default_recommended_currency
  const type = asked ?? (recommended?.asset === 'USDC' && usdc !== null ? 'USDC' : 'native-currency')
  if (type === 'USDC' && usdc === null)
    throw clientError('invalid_data', `fundWallet: no address of USDC is known on ${chain}.`)
  const isRecommended =
    type === (recommended?.asset ?? 'native-currency') &&
    (type === 'USDC' || sameChain(chain, recommended?.chain))
  const asset: FundingAsset =
    type === 'USDC' ? { type, address: usdc, symbol: 'USDC', decimals: USDC_DECIMALS } : native
  return checked({
    asset,
    amount: amount ?? (isRecommended ? (app.funding_config?.default_recommended_amount ?? null) : null),
  })
}

const sameChain = (chain: string, recommended: string | undefined): boolean =>
  recommended !== undefined && (chain === recommended || parseSolanaChain(recommended) === chain)

function checked({ asset, amount }: Asked): Asked {
  if (amount === null) return { asset, amount }
  if (asset.decimals === null) requireAmount(amount)
  else toBaseUnits(amount, asset.decimals)
  return { asset, amount }
}
