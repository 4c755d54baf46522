import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { approveData, depositErc20Data, depositNativeData, requireDepository } from './depository-chain.ts'
import { findDeposit, type RelayIntent } from './relay-deposit.ts'
import { startVendor, type Vendor } from './vendor-server.ts'

export interface Relay extends Vendor {
  /** Oldest first. */
  readonly intents: readonly RelayIntent[]
  /** Headers of the requests for quotes; oldest first. */
  readonly headers: readonly IncomingMessage['headers'][]
  /** Changes quotes before they are answered: as a bridge that was taken over would. */
  changeQuotes(change: (quote: RelayQuote) => unknown): void
  /** Sets what an intent has come to, whatever is on the chain. */
  tell(requestId: string, status: string, txHashes?: readonly string[]): void
}

interface RelayOptions {
  /** Nodes by chain id, on which deposits are looked for; without, `tell` alone says what came of an intent. */
  readonly nodes?: Readonly<Record<number, string>>
  /** Sends what was asked for. @returns the hash of the transaction */
  readonly payOut?: (intent: RelayIntent) => Promise<string>
}

export const RELAY_NATIVE = '0x0000000000000000000000000000000000000000'
const FEE_PERCENT = 1n
export type RelayQuote = ReturnType<typeof quoteOf>

/** Relay on loopback: quotes a price of one percent more, waits for the deposit on the one chain, and pays out on the other. */
export async function startRelay({ nodes = {}, payOut }: RelayOptions = {}): Promise<Relay> {
  const intents: RelayIntent[] = []
  const headers: IncomingMessage['headers'][] = []
  const told = new Map<string, { status: string; txHashes: readonly string[] }>()
  let change: (quote: RelayQuote) => unknown = quote => quote

  async function answer(request: IncomingMessage, url: URL) {
    if (request.method === 'POST' && url.pathname === '/quote/v2') {
      const asked = (await json(request)) as Omit<RelayIntent, 'requestId' | 'price'> & { tradeType: string }
      if (asked.tradeType !== 'EXACT_OUTPUT') return { status: 400, body: { errorCode: 'INVALID_INPUT' } }
      const amount = BigInt(asked.amount)
      const requestId = `0x${randomBytes(32).toString('hex')}` as const
      const intent = { ...asked, requestId, price: amount + (amount * FEE_PERCENT) / 100n + 1n }
      intents.push(intent)
      headers.push(request.headers)
      told.set(requestId, { status: 'waiting', txHashes: [] })
      return { status: 200, body: change(quoteOf(intent)) }
    }
    const requestId = url.searchParams.get('requestId') ?? ''
    const intent = intents.find(it => it.requestId === requestId)
    if (url.pathname !== '/intents/status/v3' || !intent)
      return { status: 404, body: { message: 'Not found' } }
    await settle(intent)
    return { status: 200, body: told.get(requestId) }
  }

  async function settle(intent: RelayIntent): Promise<void> {
    const node = nodes[intent.originChainId]
    if (!node || !payOut || told.get(intent.requestId)?.status !== 'waiting') return
    if (!(await findDeposit(node, intent))) return
    // Before it is paid out: it is looked for again meanwhile.
    told.set(intent.requestId, { status: 'pending', txHashes: [] })
    const hash = await payOut(intent)
    told.set(intent.requestId, { status: 'success', txHashes: [hash] })
  }

  const vendor = await startVendor(answer, () => true)
  return {
    ...vendor,
    intents,
    headers,
    changeQuotes: it => {
      change = it
    },
    tell: (requestId, status, txHashes = []) => void told.set(requestId, { status, txHashes }),
  }
}

/** A token is approved and then deposited, the native currency deposited at once; the deposit's id is the request's. */
function quoteOf(intent: RelayIntent) {
  const { originChainId, destinationChainId, originCurrency, user, price, requestId } = intent
  const depository = requireDepository(originChainId)
  const isNative = originCurrency === RELAY_NATIVE
  const transaction = (to: string, data: string, value = 0n) => ({
    from: user as string,
    to,
    data: data as string,
    value: value.toString(),
    chainId: originChainId,
  })
  const approve = transaction(originCurrency, approveData(depository, price))
  const deposit = isNative
    ? transaction(depository, depositNativeData(user, requestId), price)
    : transaction(depository, depositErc20Data(user, originCurrency, price, requestId))
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' }
  const step = (id: string, data: typeof deposit) => ({
    id,
    kind: 'transaction',
    requestId: requestId as string,
    items: [{ status: 'incomplete', data, check }],
  })
  const currency = (chainId: number, address: string, amount: string) => ({
    currency: { chainId, address, symbol: 'TOKEN', decimals: 18 },
    amount,
    minimumAmount: amount,
  })
  return {
    steps: [...(isNative ? [] : [step('approve', approve)]), step('deposit', deposit)],
    fees: { relayer: { amountUsd: '0.25' } },
    details: {
      sender: user as string,
      recipient: intent.recipient,
      currencyIn: currency(originChainId, originCurrency, price.toString()),
      currencyOut: currency(destinationChainId, intent.destinationCurrency, intent.amount),
      timeEstimate: 12,
    },
  }
}
