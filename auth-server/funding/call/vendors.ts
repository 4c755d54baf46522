import type { Settings } from '../../settings.ts'

/** Where a company's parts are, without a slash at the end. */
interface VendorAddresses {
  /** Asked by this server. */
  readonly api: string
  /** Opened by the person. */
  readonly page: string
}

type Urls = Pick<Settings, 'moonpayUrl' | 'coinbaseUrl' | 'relayUrl'>

/** MoonPay's API is one for both; the key says which. An operator may put a proxy in its place: `VITRINE_MOONPAY_URL`. */
export function moonpayAddresses({ moonpayUrl }: Urls, isSandbox: boolean): VendorAddresses {
  if (moonpayUrl !== null) return { api: moonpayUrl, page: `${moonpayUrl}/${isSandbox ? 'sandbox' : 'live'}` }
  return {
    api: 'https://api.moonpay.com',
    page: isSandbox ? 'https://buy-sandbox.moonpay.com' : 'https://buy.moonpay.com',
  }
}

/** `VITRINE_COINBASE_URL` stands in for both. */
export const coinbaseAddresses = ({ coinbaseUrl }: Urls): VendorAddresses => ({
  api: coinbaseUrl ?? 'https://api.developer.coinbase.com',
  page: `${coinbaseUrl ?? 'https://pay.coinbase.com'}/buy/select-asset`,
})

/** `VITRINE_RELAY_URL` stands in for both. */
export function relayAddress({ relayUrl }: Urls, isTestnet: boolean): string {
  if (relayUrl !== null) return relayUrl
  return isTestnet ? 'https://api.testnets.relay.link' : 'https://api.relay.link'
}
