import {
  COINBASE_INIT_PATH,
  COINBASE_STATUS_PATH,
  type CoinbaseInitialised,
  type CoinbaseStatus,
  coinbaseInitRequest,
} from '@vitrine/shared/api/funding.ts'
import { COINBASE_BLOCKCHAINS } from '@vitrine/shared/funding/currencies.ts'
import * as z from 'zod'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { clientAddress } from '../../http/network.ts'
import { type Route, route } from '../../http/route.ts'
import { logError } from '../../log.ts'
import { openSecret } from '../../provider-secrets/provider-secrets.ts'
import { askVendor, disbelieve, type VendorQuestion } from '../call/ask-vendor.ts'
import { newOrderId, requireOrder, STATUS_GUARDS, storeOrder } from '../call/orders.ts'
import { requireProvider } from '../call/require-enabled.ts'
import { requireFundedWallet } from '../call/require-funded-wallet.ts'
import { returnUrl } from '../call/return-page.ts'
import { coinbaseAddresses } from '../call/vendors.ts'
import { coinbaseToken } from './api-token.ts'
import { coinbaseTransactions, readCoinbaseStatus } from './read-status.ts'

const sessionToken = z.object({ token: z.string().min(1).max(4096), channel_id: z.string().max(512) })

/** `/api/v1/funding/coinbase_on_ramp`: a purchase, or a transfer from a Coinbase account, in a window of its own. */
export const coinbaseRoutes = (ctx: Context): readonly Route[] => {
  /** Asks with a token for this request alone. */
  async function ask<T>(
    app: App,
    path: string,
    question: Pick<VendorQuestion<T>, 'body' | 'answer'>,
    query = '',
  ): Promise<T | null> {
    const { coinbase } = app.config.funding_providers
    const secret = coinbase ? await openSecret(ctx, app.id, 'coinbase') : null
    if (!coinbase || secret === null) throw notSetUp()
    const url = `${coinbaseAddresses(ctx.settings).api}/onramp/v1${path}`
    const method = question.body === undefined ? 'GET' : 'POST'
    const key = { id: coinbase.api_key_id, secret }
    const token = await coinbaseToken(key, method, url, ctx.now()).catch(error => {
      logError('Coinbase', error)
      throw notSetUp()
    })
    const headers = { authorization: `Bearer ${token}` }
    return askVendor({ vendor: 'Coinbase', url: url + query, headers, ...question })
  }

  return [
    route(
      `POST ${COINBASE_INIT_PATH}`,
      {
        origin: 'own',
        limit: { scope: 'funding-network', perLogin: 4 },
        body: coinbaseInitRequest,
        rule: app => requireProvider(app, 'coinbase'),
        session: true,
        proof: 'spent',
        terms: true,
        userLimit: { scope: 'funding-user', calls: 60 },
      },
      async ({ c, app, body, session }) => {
        const [destination, ...others] = body.addresses
        // One order is of one wallet, by which its status is believed.
        if (!destination || others.length > 0) throw apiError('invalid_data', 'addresses: name one wallet.')
        const { blockchains } = destination
        const unknown = blockchains.find(name => !COINBASE_BLOCKCHAINS.includes(name))
        if (unknown !== undefined)
          throw apiError('invalid_data', `addresses: Coinbase is not asked for ${unknown} here.`)
        const isSolana = blockchains.includes('solana')
        if (isSolana && blockchains.length > 1)
          throw apiError('invalid_data', 'addresses: a wallet is on Ethereum’s chains or on Solana.')
        const address = await requireFundedWallet(
          ctx,
          session,
          destination.address,
          isSolana ? 'solana' : 'ethereum',
        )
        const answer = await ask(app, '/token', {
          body: {
            addresses: [{ address, blockchains }],
            ...(body.assets && { assets: body.assets }),
            clientIp: clientAddress(ctx.settings, c),
          },
          answer: sessionToken,
        })
        if (answer === null) throw disbelieve('Coinbase', 'it gave no session token')
        const id = newOrderId()
        await storeOrder(ctx, session, { id, provider: 'coinbase', vendorId: id, address, isSandbox: false })
        return c.json({
          session_token: answer.token,
          channel_id: answer.channel_id,
          app_id: app.config.funding_providers.coinbase?.project_id ?? '',
          partner_user_id: id,
          pay_url: coinbaseAddresses(ctx.settings).page,
          redirect_url: returnUrl(ctx.settings),
        } satisfies CoinbaseInitialised)
      },
    ),

    route(`GET ${COINBASE_STATUS_PATH}`, STATUS_GUARDS, async ({ c, app, session }) => {
      const order = await requireOrder(ctx, session, 'coinbase', c.req.query('partnerUserId'))
      const path = `/buy/user/${order.vendorId}/transactions`
      const answer = await ask(app, path, { body: undefined, answer: coinbaseTransactions }, '?page_size=10')
      const status = readCoinbaseStatus(order, answer?.transactions ?? [])
      if (status === null) throw disbelieve('Coinbase', 'it told of another wallet’s purchase')
      return c.json(status satisfies CoinbaseStatus)
    }),
  ]
}

const notSetUp = () => apiError('service_unavailable', 'Coinbase is not set up at this site yet.')
