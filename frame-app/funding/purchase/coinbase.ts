import {
  COINBASE_INIT_PATH,
  COINBASE_STATUS_PATH,
  type CoinbaseInitRequest,
  coinbaseInitialised,
  coinbaseStatus,
} from '@vitrine/shared/api/funding.ts'
import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { coinbasePayUrl } from '@vitrine/shared/funding/coinbase-url.ts'
import { coinbaseCurrency } from '@vitrine/shared/funding/currencies.ts'
import type { Vendor } from './vendor.ts'

const PAYMENT = { card: 'CARD', 'payment-request': 'APPLE_PAY' } as const

/** Coinbase Onramp: buys by card, or sends from an account there. */
export const coinbase: Vendor = {
  provider: 'coinbase',
  name: 'Coinbase',
  // Its token is good for five minutes.
  goodFor: 4 * 60_000,
  async prepare({ operations }, { request, method, amount }, signal) {
    const chain = request.solanaChain ?? parseEip155(request.chain)
    const currency = chain === null ? null : coinbaseCurrency(chain, request.isUSDC)
    if (currency === null) throw clientError('not_supported', 'Coinbase does not sell this on this chain.')
    const { blockchain, asset } = currency
    const body: CoinbaseInitRequest = {
      addresses: [{ address: request.address, blockchains: [blockchain] }],
      assets: [asset],
    }
    const started = await operations.calls.postAuthorized(
      COINBASE_INIT_PATH,
      body,
      coinbaseInitialised,
      signal,
    )
    const url = coinbasePayUrl(started, {
      experience: method === 'exchange' ? 'send' : 'buy',
      asset,
      blockchain,
      amount,
      ...(method !== 'exchange' && { paymentMethod: PAYMENT[method] }),
    })
    return { id: started.partner_user_id, url }
  },
  async status({ operations }, id, signal) {
    const path = `${COINBASE_STATUS_PATH}?partnerUserId=${encodeURIComponent(id)}`
    const { status, ...told } = await operations.calls.getAuthorized(path, coinbaseStatus, signal)
    if (status === 'success') return { status: 'completed', ...told }
    return { status: status === 'failure' ? 'failed' : 'pending' }
  },
}
