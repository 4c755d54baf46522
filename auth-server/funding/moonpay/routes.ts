import {
  MOONPAY_SIGN_PATH,
  MOONPAY_STATUS_PATH,
  type MoonpaySigned,
  type MoonpayStatus,
  moonpaySignRequest,
} from '@vitrine/shared/api/funding.ts'
import { MOONPAY_CURRENCIES, type MoonpayCurrency } from '@vitrine/shared/funding/currencies.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Route, route } from '../../http/route.ts'
import { openSecret } from '../../provider-secrets/provider-secrets.ts'
import { askVendor, disbelieve } from '../call/ask-vendor.ts'
import { newOrderId, requireOrder, STATUS_GUARDS, storeOrder } from '../call/orders.ts'
import { requireProvider } from '../call/require-enabled.ts'
import { requireFundedWallet } from '../call/require-funded-wallet.ts'
import { returnUrl } from '../call/return-page.ts'
import { moonpayAddresses } from '../call/vendors.ts'
import { moonpayTransactions, readMoonpayStatus } from './read-status.ts'
import { signMoonpayUrl } from './sign-url.ts'

/** `/api/v1/plugins/moonpay_on_ramp`: a card purchase at MoonPay, in a window of its own. */
export const moonpayRoutes = (ctx: Context): readonly Route[] => [
  route(
    `POST ${MOONPAY_SIGN_PATH}`,
    {
      origin: 'own',
      limit: { scope: 'funding-network', perLogin: 4 },
      body: moonpaySignRequest,
      rule: app => requireProvider(app, 'moonpay'),
      session: true,
      proof: 'spent',
      terms: true,
      userLimit: { scope: 'funding-user', calls: 60 },
    },
    async ({ c, app, body: { address: written, useSandbox, config }, session }) => {
      const isSandbox = useSandbox ?? hasSandboxAlone(app)
      const currencyCode = readCurrency(config.currencyCode)
      const address = await requireFundedWallet(ctx, session, written, familyOf(currencyCode))
      const publishableKey = requireKey(app, isSandbox)
      const secret = await openSecret(ctx, app.id, isSandbox ? 'moonpay-sandbox' : 'moonpay')
      if (secret === null) throw notSetUp(isSandbox)
      const externalTransactionId = newOrderId()
      await storeOrder(ctx, session, {
        id: externalTransactionId,
        provider: 'moonpay',
        vendorId: externalTransactionId,
        address,
        isSandbox,
      })
      const signedUrl = signMoonpayUrl(
        {
          page: moonpayAddresses(ctx.settings, isSandbox).page,
          publishableKey,
          address,
          externalTransactionId,
          redirectUrl: returnUrl(ctx.settings),
          config: { ...config, currencyCode },
        },
        secret,
      )
      return c.json({ signedUrl, externalTransactionId } satisfies MoonpaySigned)
    },
  ),

  route(`GET ${MOONPAY_STATUS_PATH}`, STATUS_GUARDS, async ({ c, app, session }) => {
    const order = await requireOrder(ctx, session, 'moonpay', c.req.query('externalTransactionId'))
    const { api } = moonpayAddresses(ctx.settings, order.isSandbox)
    const key = new URLSearchParams({ apiKey: requireKey(app, order.isSandbox) })
    const transactions = await askVendor({
      vendor: 'MoonPay',
      url: `${api}/v1/transactions/ext/${order.id}?${key}`,
      answer: moonpayTransactions,
    })
    const status = readMoonpayStatus(order, transactions ?? [])
    if (status === null) throw disbelieve('MoonPay', 'it told of another purchase')
    return c.json(status satisfies MoonpayStatus)
  }),
]

function readCurrency(code: string | undefined): MoonpayCurrency | undefined {
  if (code === undefined) return undefined
  if (Object.hasOwn(MOONPAY_CURRENCIES, code)) return code as MoonpayCurrency
  throw apiError('invalid_data', `config.currencyCode: MoonPay’s ${code} is not sold here.`)
}

/** MoonPay would send Solana's currency to an Ethereum address, and it is gone. */
const familyOf = (code: MoonpayCurrency | undefined) =>
  code && (code.endsWith('_SOL') ? 'solana' : 'ethereum')

/** An app that is tried out has no other account yet: its card would else fail at every press. */
function hasSandboxAlone({ config }: App): boolean {
  const { publishable_key: live, sandbox_publishable_key: sandbox } = config.funding_providers.moonpay ?? {}
  return live === undefined && sandbox !== undefined
}

/** @throws `service_unavailable` (503) */
function requireKey({ config }: App, isSandbox: boolean): string {
  const keys = config.funding_providers.moonpay
  const key = isSandbox ? keys?.sandbox_publishable_key : keys?.publishable_key
  if (key === undefined) throw notSetUp(isSandbox)
  return key
}

const notSetUp = (isSandbox: boolean) =>
  apiError('service_unavailable', `MoonPay${isSandbox ? '’s sandbox' : ''} is not set up at this site yet.`)
