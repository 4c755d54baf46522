import type { AppConfig } from '../config/app-config.ts'

/** How a wallet can be funded (contract §7.2). */
export const FUNDING_METHODS = ['card', 'payment-request', 'exchange', 'wallets', 'manual'] as const
export type FundingMethod = (typeof FUNDING_METHODS)[number]

/** Companies that sell or send currency. */
export const FUNDING_PROVIDERS = ['coinbase', 'moonpay'] as const
export type FundingProvider = (typeof FUNDING_PROVIDERS)[number]

/** As a page names them in `defaultFundingMethod`: `wallet` is the option `wallets`. */
export const DEFAULT_FUNDING_METHODS = ['card', 'exchange', 'wallet', 'manual'] as const
export type DefaultFundingMethod = (typeof DEFAULT_FUNDING_METHODS)[number]

/** One way to fund, as an app offers it. */
export type FundingOption =
  | { readonly method: 'card' | 'payment-request'; readonly provider: FundingProvider }
  | { readonly method: 'exchange'; readonly provider: 'coinbase' }
  | { readonly method: 'wallets' | 'manual'; readonly provider: null }

/** Who sells or sends by each method; empty: nobody has to. */
const PROVIDERS_OF: Readonly<Record<FundingMethod, readonly FundingProvider[]>> = {
  card: FUNDING_PROVIDERS,
  'payment-request': FUNDING_PROVIDERS,
  exchange: ['coinbase'],
  wallets: [],
  manual: [],
}

/** What older configs call it, in today's options. */
const OLDER: Readonly<Record<'moonpay' | 'coinbase-onramp' | 'external', readonly FundingOption[]>> = {
  moonpay: [{ method: 'card', provider: 'moonpay' }],
  'coinbase-onramp': [
    { method: 'exchange', provider: 'coinbase' },
    { method: 'card', provider: 'coinbase' },
  ],
  external: [
    { method: 'wallets', provider: null },
    { method: 'manual', provider: null },
  ],
}

type FundingFields = Pick<AppConfig, 'funding_config' | 'fiat_on_ramp_enabled'>

/**
 * An option of the config, read. What the method needs nobody for may name anybody, or nobody.
 * @returns `null` for what this version does not have
 */
export function readFundingOption(option: {
  readonly method: string
  readonly provider?: string | undefined
}): FundingOption | null {
  const method = FUNDING_METHODS.find(name => name === option.method)
  if (!method) return null
  const providers = PROVIDERS_OF[method]
  if (providers.length === 0) return { method, provider: null } as FundingOption
  const provider = providers.find(name => name === option.provider)
  return provider ? ({ method, provider } as FundingOption) : null
}

/**
 * The ways to fund that an app offers, each once, in its order. `options` count where there are any; else the older `methods`
 * and `fiat_on_ramp_enabled` do.
 * @returns none: funding is not enabled
 */
export function fundingOptions({
  funding_config: config,
  fiat_on_ramp_enabled,
}: FundingFields): readonly FundingOption[] {
  const named = config?.options ?? []
  const options =
    named.length > 0
      ? named.flatMap(option => readFundingOption(option) ?? [])
      : [...(config?.methods ?? []), ...(fiat_on_ramp_enabled ? (['moonpay'] as const) : [])].flatMap(
          name => OLDER[name],
        )
  return [...new Map(options.map(option => [optionName(option), option])).values()]
}

/** Names an option among an app's, e.g. as the key of a row. */
export const optionName = ({ method, provider }: FundingOption): string =>
  provider ? `${method}:${provider}` : method
