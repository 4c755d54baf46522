import type { FundingOption } from '@vitrine/shared/funding/options.ts'
import { say } from '../../words/say.ts'

/** Their own names, in every language. */
const VENDORS = { coinbase: 'Coinbase', moonpay: 'MoonPay' } as const

export const vendorName = ({ provider }: FundingOption): string => (provider ? VENDORS[provider] : '')

/** What a way is called. */
export function nameOf(option: FundingOption): string {
  switch (option.method) {
    case 'card':
      return say('funding.method.card')
    case 'payment-request':
      return say('funding.method.paymentRequest')
    case 'exchange':
      return say('funding.method.exchange', { provider: vendorName(option) })
    case 'wallets':
      return say('funding.method.wallets')
    case 'manual':
      return say('funding.method.manual')
  }
}

/** What it comes to. */
export function meaningOf(option: FundingOption): string {
  switch (option.method) {
    case 'card':
    case 'payment-request':
      return say('funding.method.with', { provider: vendorName(option) })
    case 'exchange':
      return say('funding.method.exchangeMeaning')
    case 'wallets':
      return say('funding.method.walletsMeaning')
    case 'manual':
      return say('funding.method.manualMeaning')
  }
}
