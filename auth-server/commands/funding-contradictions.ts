import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { BUILT_IN_CHAINS } from '@vitrine/shared/chains/defaults.ts'
import { parseSolanaChain } from '@vitrine/shared/chains/solana-caip2.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { readAddress } from '@vitrine/shared/funding/address.ts'
import { toBaseUnits } from '@vitrine/shared/funding/amount.ts'
import {
  FUNDING_METHODS,
  FUNDING_PROVIDERS,
  fundingOptions,
  readFundingOption,
} from '@vitrine/shared/funding/options.ts'
import { USDC_DECIMALS, usdcMintOn, usdcOn } from '@vitrine/shared/funding/usdc.ts'

/**
 * What an app's funding cannot work with: told to the operator at the edit, not to a person who wants to pay.
 * @returns one `field: why` each
 */
export function fundingContradictions(config: EditableAppConfig): readonly string[] {
  return [
    ...optionContradictions(config),
    ...providerContradictions(config),
    ...recommendedContradictions(config),
    ...mintContradictions(config),
    ...usdcContradictions(config),
  ]
}

/** A frame passes over what it does not know; who wrote it did not mean that. */
function optionContradictions({ funding_config: funding }: EditableAppConfig): readonly string[] {
  return (funding?.options ?? []).flatMap((option, index) => {
    if (readFundingOption(option) !== null) return []
    const field = `funding_config.options.${index}`
    return FUNDING_METHODS.some(method => method === option.method)
      ? `${field}.provider: ${option.method} has no provider "${option.provider ?? ''}"; there are ${FUNDING_PROVIDERS.join(' and ')}, and of an exchange coinbase alone`
      : `${field}.method: there is no method "${option.method}"; there are ${FUNDING_METHODS.join(', ')}`
  })
}

function providerContradictions(config: EditableAppConfig): readonly string[] {
  const { moonpay, coinbase } = config.funding_providers
  const offered = new Set(fundingOptions(config).map(({ provider }) => provider))
  const found: string[] = []
  if (offered.has('moonpay') && !moonpay?.publishable_key && !moonpay?.sandbox_publishable_key)
    found.push(
      'funding_providers.moonpay: an option is MoonPay’s, which needs a publishable key of your account',
    )
  if (offered.has('coinbase') && !coinbase)
    found.push('funding_providers.coinbase: an option is Coinbase’s, which needs api_key_id and project_id')
  return found
}

function recommendedContradictions({
  funding_config: funding,
  ...config
}: EditableAppConfig): readonly string[] {
  if (!funding) return []
  const field = 'funding_config.default_recommended_currency'
  const { chain, asset } = funding.default_recommended_currency
  const cluster = parseSolanaChain(chain)
  const chains = config.chains.length > 0 ? config.chains : BUILT_IN_CHAINS
  const known = chains.find(({ id }) => id === parseEip155(chain))
  if (cluster === null && !known) return [`${field}.chain: ${chain} is none of this app’s chains`]
  const usdc = cluster ? usdcMintOn(cluster, config.solana_rpcs) : usdcOn(known ?? { id: 0 })
  if (asset === 'USDC' && usdc === null)
    return [`${field}.asset: no address of USDC is known on ${chain}; name it among the chain’s tokens`]
  return amountContradictions(funding.default_recommended_amount, asset)
}

function amountContradictions(amount: string, asset: string | undefined): readonly string[] {
  try {
    // Of most native currencies; one with fewer says so when it is asked for.
    toBaseUnits(amount, asset === 'USDC' ? USDC_DECIMALS : 18)
    return []
  } catch (error) {
    return [
      `funding_config.default_recommended_amount: ${error instanceof Error ? error.message : 'is no amount'}`,
    ]
  }
}

const mintContradictions = ({ solana_rpcs }: EditableAppConfig): readonly string[] =>
  Object.entries(solana_rpcs).flatMap(([cluster, endpoints]) =>
    endpoints?.usdc_mint !== undefined && readAddress('solana', endpoints.usdc_mint) === null
      ? `solana_rpcs.${cluster}.usdc_mint: this is no address on Solana`
      : [],
  )

/** People send to it: a wrong character is found before anybody does. */
const usdcContradictions = ({ chains }: EditableAppConfig): readonly string[] =>
  chains.flatMap(chain => {
    const usdc = usdcOn(chain)
    return usdc !== null && readAddress('ethereum', usdc) === null
      ? `chains: the address of USDC on ${chain.name} has a wrong checksum; a character of it may be wrong`
      : []
  })
