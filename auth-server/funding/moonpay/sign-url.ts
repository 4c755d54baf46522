import { createHmac } from 'node:crypto'
import type { MoonpaySignRequest } from '@vitrine/shared/api/funding.ts'
import { MOONPAY_CURRENCIES, type MoonpayCurrency } from '@vitrine/shared/funding/currencies.ts'

export interface MoonpayPurchase {
  /** MoonPay's page, without a query. */
  readonly page: string
  readonly publishableKey: string
  readonly address: string
  readonly externalTransactionId: string
  /** Where MoonPay leads back to. */
  readonly redirectUrl: string
  readonly config: Omit<MoonpaySignRequest['config'], 'currencyCode'> & {
    readonly currencyCode?: MoonpayCurrency | undefined
  }
}

/**
 * The address of MoonPay's page for one purchase, signed, so that nobody changes to whose wallet it goes (MoonPay, "Enhance
 * security using signed URLs"): HMAC-SHA256 over the query, its question mark included, in base64, as the last parameter.
 * @param secret the account's secret key
 */
export function signMoonpayUrl(purchase: MoonpayPurchase, secret: string): string {
  const { config } = purchase
  const fields = {
    apiKey: purchase.publishableKey,
    currencyCode: config.currencyCode && MOONPAY_CURRENCIES[config.currencyCode],
    walletAddress: purchase.address,
    externalTransactionId: purchase.externalTransactionId,
    redirectURL: purchase.redirectUrl,
    quoteCurrencyAmount: config.quoteCurrencyAmount,
    paymentMethod: config.paymentMethod,
    email: config.email,
    colorCode: config.uiConfig?.accentColor,
    theme: config.uiConfig?.theme,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value)
  const search = `?${query}`
  const signature = createHmac('sha256', secret).update(search).digest('base64')
  return `${purchase.page}${search}&signature=${encodeURIComponent(signature)}`
}
