import type { SolanaChain } from '../chains/solana-clusters.ts'
import { clientError } from '../errors/vitrine-error.ts'
import { coinbaseCurrency, moonpayCurrency } from './currencies.ts'
import type { FundWalletOptions } from './fund-wallet.ts'
import type { FundingMethod, FundingOption } from './options.ts'
import type { DisabledReason, FundingAsset, FundingRequest } from './request.ts'

interface FundedChain {
  readonly chain: number | SolanaChain
  readonly isTestnet: boolean
  /** USDC's address there; `null` where none is known. */
  readonly usdc: string | null
}

/**
 * Which of an app's ways to fund a request can take, and which of them comes first.
 * @param offered the app's, in its order
 * @throws VitrineError `not_supported` where none can
 */
export function supportedOptions(
  offered: readonly FundingOption[],
  { card, defaultFundingMethod }: FundWalletOptions,
  chain: FundedChain,
  asset: FundingAsset,
): Pick<
  FundingRequest,
  'supportedOptions' | 'disabledOptions' | 'defaultFundingMethod' | 'preferredCardProvider'
> {
  const disabled = offered.flatMap(option => {
    const reason = whyDisabled(option, chain, asset)
    return reason ? [{ option, reason }] : []
  })
  const usable = offered.filter(option => disabled.every(it => it.option !== option))
  if (usable.length === 0)
    throw clientError(
      'not_supported',
      'fundWallet: none of the ways that this app offers brings this currency to this chain.',
    )
  const preferred = card?.preferredProvider ?? null
  const isPreferred = (option: FundingOption) =>
    preferred !== null && option.method === 'card' && option.provider === preferred
  const byDefault: FundingMethod | undefined =
    defaultFundingMethod === 'wallet' ? 'wallets' : defaultFundingMethod
  return {
    supportedOptions: [...usable.filter(isPreferred), ...usable.filter(option => !isPreferred(option))],
    disabledOptions: disabled,
    defaultFundingMethod: usable.find(({ method }) => method === byDefault)?.method ?? null,
    preferredCardProvider: preferred,
  }
}

function whyDisabled(
  { method, provider }: FundingOption,
  { chain, isTestnet, usdc }: FundedChain,
  { type }: FundingAsset,
): DisabledReason | null {
  if (method === 'manual') return null
  if (method === 'wallets') return usdc === null ? 'no-usdc-address' : null
  if (isTestnet) return 'testnet'
  if (type === 'erc20') return 'not-sold'
  const sold = (provider === 'moonpay' ? moonpayCurrency : coinbaseCurrency)(chain, type === 'USDC')
  return sold === null ? 'not-sold' : null
}
