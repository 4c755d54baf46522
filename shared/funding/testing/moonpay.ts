import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { leadBack, purchasePage, readPress, startVendor, type Vendor } from './vendor-server.ts'

/** What was bought, as a test pays it out. */
export interface MoonPayPurchase {
  readonly externalTransactionId: string
  readonly walletAddress: string
  /** MoonPay's own, e.g. `usdc_base`. */
  readonly currencyCode: string
  /** Whole units, decimal. */
  readonly quoteCurrencyAmount: string
}

export interface MoonPay extends Vendor {
  readonly keys: Readonly<
    Record<'live' | 'sandbox', { readonly publishable: string; readonly secret: string }>
  >
  /** What windows were opened with; oldest first. */
  readonly opened: readonly URLSearchParams[]
  /** Sets what the API tells of a purchase, which a window need not have made. */
  tell(externalTransactionId: string, transaction: Readonly<Record<string, unknown>>): void
}

interface MoonPayOptions {
  /** Sends what was bought. @returns the hash of the transaction */
  readonly payOut?: (purchase: MoonPayPurchase) => Promise<string>
}

const ENVIRONMENTS = ['live', 'sandbox'] as const

/** MoonPay's page and API on loopback. A page whose signature is wrong does not load, as at MoonPay. */
export async function startMoonPay({ payOut = randomHash }: MoonPayOptions = {}): Promise<MoonPay> {
  const key = (kind: string) => ({
    publishable: `pk_${kind}_${randomBytes(16).toString('hex')}`,
    secret: `sk_${kind}_${randomBytes(16).toString('hex')}`,
  })
  const keys = { live: key('live'), sandbox: key('test') }
  const opened: URLSearchParams[] = []
  const transactions = new Map<string, Record<string, unknown>[]>()
  const add = (id: string, transaction: Readonly<Record<string, unknown>>) =>
    void transactions.set(id, [...(transactions.get(id) ?? []), { id: randomUUID(), ...transaction }])

  async function answer(request: IncomingMessage, url: URL) {
    const [, id] = /^\/v1\/transactions\/ext\/([^/]+)$/.exec(url.pathname) ?? []
    if (id !== undefined) {
      const isKnown = ENVIRONMENTS.some(it => keys[it].publishable === url.searchParams.get('apiKey'))
      if (!isKnown) return { status: 401, body: { message: 'Unauthorized' } }
      const found = transactions.get(decodeURIComponent(id))
      return found ? { status: 200, body: found } : { status: 404, body: { message: 'Not found' } }
    }
    const environment = ENVIRONMENTS.find(it => url.pathname === `/${it}`)
    if (!environment || !isSigned(url.search, keys[environment])) return { status: 400, body: 'Invalid URL' }
    if (request.method !== 'POST') {
      opened.push(url.searchParams)
      return purchasePage('MoonPay', Object.fromEntries(url.searchParams))
    }
    return press(request, url.searchParams)
  }

  async function press(request: IncomingMessage, query: URLSearchParams) {
    const field = (name: string) => query.get(name) ?? ''
    const purchase = {
      externalTransactionId: field('externalTransactionId'),
      walletAddress: field('walletAddress'),
      currencyCode: field('currencyCode'),
      quoteCurrencyAmount: query.get('quoteCurrencyAmount') ?? '10',
    }
    const does = await readPress(request)
    if (does === 'cancel') return leadBack(field('redirectURL'), {})
    const status = ({ complete: 'completed', wait: 'pending', fail: 'failed' } as const)[does]
    const hash = does === 'complete' ? await payOut(purchase) : null
    const { currencyCode, quoteCurrencyAmount, ...rest } = purchase
    add(purchase.externalTransactionId, {
      ...rest,
      status,
      cryptoTransactionId: hash,
      quoteCurrencyAmount: JSON.parse(quoteCurrencyAmount),
      currency: { code: currencyCode },
      feeAmount: 3.99,
    })
    return leadBack(field('redirectURL'), { transactionId: randomUUID(), transactionStatus: status })
  }

  const vendor = await startVendor(answer, url => url.pathname.startsWith('/v1/'))
  return {
    ...vendor,
    keys,
    opened,
    tell: (id, transaction) => void transactions.set(id, [{ externalTransactionId: id, ...transaction }]),
  }
}

/** As MoonPay does: HMAC over the query as it came, up to the signature, which is its last parameter. */
function isSigned(search: string, { publishable, secret }: { publishable: string; secret: string }): boolean {
  const [, signed = '', signature = ''] = /^(\?.*)&signature=([^&]+)$/.exec(search) ?? []
  if (new URLSearchParams(signed).get('apiKey') !== publishable) return false
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = Buffer.from(decodeURIComponent(signature), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Of a transaction that no chain has. */
export const randomHash = async (): Promise<string> => `0x${randomBytes(32).toString('hex')}`
