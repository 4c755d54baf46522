import type { CoinbaseInitialised } from '../api/funding.ts'
import type { CoinbaseAsset } from './currencies.ts'

export interface CoinbaseWindow {
  /** `send`: from a Coinbase account; `buy`: with a card. */
  readonly experience: 'send' | 'buy'
  readonly asset: CoinbaseAsset
  readonly blockchain: string
  /** Whole units of the asset, decimal. */
  readonly amount: string | null
  /** Apple Pay first, where the page offers it. */
  readonly paymentMethod?: 'APPLE_PAY' | 'CARD'
}

/**
 * The address of Coinbase's page for one session token (Coinbase Onramp, "Generating an Onramp URL"). Wallet addresses are in
 * the token.
 */
export function coinbasePayUrl(
  { session_token, partner_user_id, pay_url, redirect_url }: CoinbaseInitialised,
  { experience, asset, blockchain, amount, paymentMethod }: CoinbaseWindow,
): string {
  const url = new URL(pay_url)
  const fields = {
    sessionToken: session_token,
    partnerUserRef: partner_user_id,
    defaultExperience: experience,
    defaultAsset: asset,
    defaultNetwork: blockchain,
    presetCryptoAmount: amount,
    defaultPaymentMethod: paymentMethod ?? null,
    redirectUrl: redirect_url,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
