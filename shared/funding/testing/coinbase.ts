import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { randomHash } from './moonpay.ts'
import { leadBack, purchasePage, readPress, startVendor, type Vendor } from './vendor-server.ts'

/** What was bought or sent, as a test pays it out. */
export interface CoinbasePurchase {
  readonly address: string
  /** Coinbase's names, e.g. `base` and `USDC`. */
  readonly blockchain: string
  readonly asset: string
  /** Whole units, decimal. */
  readonly amount: string
}

export interface Coinbase extends Vendor {
  /** For the app's `funding_providers.coinbase`. */
  readonly account: { readonly api_key_id: string; readonly project_id: string }
  /** Of the API key, as Coinbase hands it out. */
  readonly secret: string
  /** Bodies of the requests for session tokens; oldest first. */
  readonly asked: readonly Readonly<Record<string, unknown>>[]
  /** What windows were opened with; oldest first. */
  readonly opened: readonly URLSearchParams[]
  /** Sets what the API tells of a user's purchases, which a window need not have made. */
  tell(partnerUserRef: string, transaction: Readonly<Record<string, unknown>>): void
}

interface CoinbaseOptions {
  /** Sends what was bought. @returns the hash of the transaction */
  readonly payOut?: (purchase: CoinbasePurchase) => Promise<string>
}

interface Destination {
  readonly address: string
  readonly blockchains: readonly string[]
}

/** Coinbase Onramp's page and API on loopback. A request whose bearer token is not for it, and a session token that was used, are refused. */
export async function startCoinbase({ payOut = randomHash }: CoinbaseOptions = {}): Promise<Coinbase> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const account = { api_key_id: randomUUID(), project_id: randomUUID() }
  const asked: Record<string, unknown>[] = []
  const opened: URLSearchParams[] = []
  const sessions = new Map<string, Destination>()
  /** Windows that are open, by their session token. */
  const windows = new Map<string, Destination>()
  const transactions = new Map<string, Record<string, unknown>[]>()

  async function answer(request: IncomingMessage, url: URL) {
    if (url.pathname === '/buy/select-asset') return page(request, url.searchParams)
    if (!(await isAuthorised(request, url, publicKey, account.api_key_id)))
      return { status: 401, body: { message: 'Unauthorized' } }
    if (request.method === 'POST' && url.pathname === '/onramp/v1/token') {
      const body = (await json(request)) as { addresses?: Destination[]; clientIp?: string }
      const [destination] = body.addresses ?? []
      if (!destination || !body.clientIp) return { status: 400, body: { message: 'Invalid request' } }
      asked.push({ ...body })
      const token = randomBytes(24).toString('base64url')
      sessions.set(token, destination)
      return { status: 200, body: { token, channel_id: '' } }
    }
    const [, reference] = /^\/onramp\/v1\/buy\/user\/([^/]+)\/transactions$/.exec(url.pathname) ?? []
    if (reference === undefined) return { status: 404, body: { message: 'Not found' } }
    const found = transactions.get(decodeURIComponent(reference)) ?? []
    return { status: 200, body: { transactions: found, next_page_key: '', total_count: found.length } }
  }

  async function page(request: IncomingMessage, query: URLSearchParams) {
    const token = query.get('sessionToken') ?? ''
    if (request.method !== 'POST') {
      const destination = sessions.get(token)
      // A token is good for one window.
      sessions.delete(token)
      if (!destination) return { status: 400, body: 'Invalid session token' }
      windows.set(token, destination)
      opened.push(query)
      return purchasePage('Coinbase', { ...Object.fromEntries(query), wallet: destination.address })
    }
    const destination = windows.get(token)
    if (!destination) return { status: 400, body: 'Invalid session token' }
    return press(request, query, destination)
  }

  async function press(request: IncomingMessage, query: URLSearchParams, { address }: Destination) {
    const redirect = query.get('redirectUrl') ?? ''
    const does = await readPress(request)
    if (does === 'cancel') return leadBack(redirect, {})
    const purchase = {
      address,
      blockchain: query.get('defaultNetwork') ?? '',
      asset: query.get('defaultAsset') ?? '',
      amount: query.get('presetCryptoAmount') ?? '10',
    }
    const status = ({ complete: 'SUCCESS', wait: 'IN_PROGRESS', fail: 'FAILED' } as const)[does]
    const hash = does === 'complete' ? await payOut(purchase) : ''
    const reference = query.get('partnerUserRef') ?? ''
    const transaction = {
      status: `ONRAMP_TRANSACTION_STATUS_${status}`,
      wallet_address: address,
      tx_hash: hash,
      purchase_amount: { value: purchase.amount, currency: purchase.asset },
      purchase_network: purchase.blockchain,
    }
    transactions.set(reference, [transaction, ...(transactions.get(reference) ?? [])])
    return leadBack(redirect, { status: status.toLowerCase() })
  }

  const vendor = await startVendor(answer, url => url.pathname.startsWith('/onramp/'))
  return {
    ...vendor,
    account,
    secret: secretOf(privateKey),
    asked,
    opened,
    tell: (reference, transaction) => void transactions.set(reference, [transaction]),
  }
}

/** Base64 of seed and public key. */
function secretOf(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
}

/** By Coinbase's rules for bearer tokens: whose key, how old, and for which request. */
async function isAuthorised(
  { method, headers }: IncomingMessage,
  url: URL,
  key: KeyObject,
  keyId: string,
): Promise<boolean> {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      issuer: 'cdp',
      subject: keyId,
      maxTokenAge: '2 minutes',
      // A test may have moved its server's clock.
      clockTolerance: '10 years',
    })
    const { uris } = payload as { uris?: unknown }
    return (
      protectedHeader.kid === keyId &&
      JSON.stringify(uris) === JSON.stringify([`${method} ${url.host}${url.pathname}`])
    )
  } catch {
    return false
  }
}
