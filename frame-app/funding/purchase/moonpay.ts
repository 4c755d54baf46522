import {
  MOONPAY_PAYMENT_METHODS,
  MOONPAY_SIGN_PATH,
  MOONPAY_STATUS_PATH,
  type MoonpaySignRequest,
  moonpaySigned,
  moonpayStatus,
} from '@vitrine/shared/api/funding.ts'
import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { moonpayCurrency } from '@vitrine/shared/funding/currencies.ts'
import { colorSchemeOf } from '../../config/color-scheme.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { BoughtBy, Vendor } from './vendor.ts'

type PaymentMethod = NonNullable<MoonpaySignRequest['config']['paymentMethod']>

/** MoonPay: buys by card, or by what pays on the person's device. */
export const moonpay: Vendor = {
  provider: 'moonpay',
  name: 'MoonPay',
  // Its address is signed, and does not grow old.
  goodFor: 60 * 60_000,
  async prepare(kernel, { request, method, amount }, signal) {
    const chain = request.solanaChain ?? parseEip155(request.chain)
    const currencyCode = chain === null ? null : moonpayCurrency(chain, request.isUSDC)
    if (currencyCode === null) throw clientError('not_supported', 'MoonPay does not sell this on this chain.')
    const { useSandbox } = kernel.config.get().fundingMethodConfig.moonpay ?? {}
    const body: MoonpaySignRequest = {
      address: request.address,
      ...(useSandbox !== undefined && { useSandbox }),
      config: {
        currencyCode,
        quoteCurrencyAmount: amount,
        paymentMethod: paymentMethod(kernel, method),
        uiConfig: look(kernel),
      },
    }
    const { calls } = kernel.operations
    const signed = await calls.postAuthorized(MOONPAY_SIGN_PATH, body, moonpaySigned, signal)
    return { id: signed.externalTransactionId, url: signed.signedUrl }
  },
  async status({ operations }, id, signal) {
    const path = `${MOONPAY_STATUS_PATH}?externalTransactionId=${encodeURIComponent(id)}`
    const told = await operations.calls.getAuthorized(path, moonpayStatus, signal)
    switch (told.status) {
      case 'completed':
        return {
          status: 'completed',
          transactionHash: told.transactionHash,
          amount: told.quoteCurrencyAmount,
        }
      case 'failed':
      case 'serviceFailure':
        return { status: 'failed' }
      default:
        return { status: 'pending' }
    }
  },
}

/** The site's wish counts for a card; what pays on the device is used where there is such a thing. */
function paymentMethod({ config }: Pick<Kernel, 'config'>, method: BoughtBy): PaymentMethod {
  if (method === 'payment-request') return hasMobileWallet() ? 'mobile_wallet' : 'credit_debit_card'
  const wanted = config.get().fundingMethodConfig.moonpay?.paymentMethod
  return MOONPAY_PAYMENT_METHODS.find(name => name === wanted) ?? 'credit_debit_card'
}

/** Apple Pay or the browser's own payment sheet. That a card is in it only MoonPay's own page can find out. */
const hasMobileWallet = (): boolean => 'ApplePaySession' in window || 'PaymentRequest' in window

/** As the site wishes, else as the wallet looks here. */
function look({ config, appearance }: Pick<Kernel, 'config' | 'appearance'>) {
  const own = appearance.get()
  const wished = config.get().fundingMethodConfig.moonpay?.uiConfig
  const accentColor = wished?.accentColor ?? own.accentColor
  return {
    theme: wished?.theme ?? colorSchemeOf(own.theme),
    ...(accentColor && /^#[\da-f]{6}$/i.test(accentColor) && { accentColor }),
  }
}
