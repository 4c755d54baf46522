import { FUNDING_NOT_ENABLED } from '@vitrine/shared/errors/messages.ts'
import { type FundingMethod, type FundingProvider, fundingOptions } from '@vitrine/shared/funding/options.ts'
import type { App } from '../../apps/registry.ts'
import { apiError } from '../../errors/api-error.ts'

/**
 * Demands that the app's operator offers a company, by whichever method.
 * @throws `not_supported` (422) "Wallet funding is not enabled"
 */
export function requireProvider(app: App, provider: FundingProvider): void {
  if (!fundingOptions(app.config).some(option => option.provider === provider)) throw notEnabled()
}

/** @throws `not_supported` (422) "Wallet funding is not enabled" */
export function requireFundingMethod(app: App, method: FundingMethod): void {
  if (!fundingOptions(app.config).some(option => option.method === method)) throw notEnabled()
}

/** @throws `not_supported` (422) */
export function requireBridging(app: App): void {
  requireFundingMethod(app, 'wallets')
  if (!app.config.funding_config?.cross_chain_bridging_enabled)
    throw apiError('not_supported', 'This app brings no money from other chains.')
}

const notEnabled = () => apiError('not_supported', FUNDING_NOT_ENABLED)
