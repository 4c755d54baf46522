import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { estimateFeesPerGas } from 'viem/actions'
import { asking, type ChainClient } from './client.ts'
import { nextNonce } from './next-nonce.ts'
import type {
  Address,
  EthereumChain,
  EthereumTransactionInput,
  GasPrice,
  PreparedTransaction,
  TransactionWarning,
} from './ports.ts'
import { readQuantity } from './quantity.ts'
import { raisedPrice } from './raised-price.ts'
import { readRecentPrice } from './recent-price.ts'
import { callParameters, highestPrice, unsignedTransaction } from './unsigned-transaction.ts'
import { appraise } from './warnings.ts'

export interface PrepareParts {
  readonly chain: EthereumChain
  readonly client: ChainClient
  /** Nonces that transactions of this browser have taken and that are not final. */
  takenNonces(from: Address): Iterable<number>
}

/** A contract can use a little more gas by the time the transaction runs; what is not used is not paid. */
const withMargin = (gas: bigint) => (gas * 12n) / 10n
const PLAIN_TRANSFER_GAS = 21_000n
/** For a transaction that the node expects to fail: enough for most, since its own need cannot be known. */
const FALLBACK_GAS = 300_000n

/** See `EthereumNetwork.prepare`. */
export async function prepareTransaction(
  { chain, client, takenNonces }: PrepareParts,
  from: Address,
  input: EthereumTransactionInput,
  signal: AbortSignal,
): Promise<PreparedTransaction> {
  const ask = <T>(method: string, params: readonly unknown[]) =>
    asking(chain, () => client.request({ method, params } as never) as Promise<T>, signal)
  const [counted, balance, price, estimate, recentPrice] = await Promise.all([
    ask<unknown>('eth_getTransactionCount', [from, 'pending']).then(readQuantity),
    ask<unknown>('eth_getBalance', [from, 'latest']).then(readQuantity),
    fillPrice(chain, client, input, signal).then(filled => raised(filled, input)),
    estimateGas(() => ask<unknown>('eth_estimateGas', [callParameters(from, input)]), input),
    readRecentPrice(ask),
  ])
  if (input.replaces && input.nonce !== undefined) {
    const mined = readQuantity(await ask('eth_getTransactionCount', [from, 'latest']))
    if (mined > input.nonce)
      throw clientError(
        'transaction_failure',
        'The transaction is in a block already, so it cannot be replaced.',
      )
  }
  const next = nextNonce(Number(counted), takenNonces(from))
  const { gas, needed, failure } = estimate
  const maxFee = gas * highestPrice(price.price)
  const warnings: TransactionWarning[] = appraise({
    maxFee,
    value: input.value ?? 0n,
    balance,
    // That it replaces another one is what it is for.
    namedNonce: input.replaces ? undefined : input.nonce,
    nextNonce: next,
    failure,
  })
  return {
    unsigned: unsignedTransaction(input, {
      chainId: chain.id,
      nonce: input.nonce ?? next,
      gas,
      price: price.price,
    }),
    maxFee,
    expectedFee: gas * price.expected,
    usualFee: recentPrice && needed * recentPrice,
    balance,
    hasFixedNonce: input.nonce !== undefined,
    hasFixedPrice: [input.gasPrice, input.maxFeePerGas, input.maxPriorityFeePerGas].some(
      named => named !== undefined,
    ),
    replaces: input.replaces && { hash: input.replaces.hash, kind: input.replaces.kind },
    warnings,
  }
}

interface Priced {
  readonly price: GasPrice
  /** Wei for one gas in the present block. */
  readonly expected: bigint
}

/** No field of a replacement may be too low for the nodes that have the replaced transaction. */
function raised({ price, expected }: Priced, { replaces }: EthereumTransactionInput): Priced {
  if (!replaces) return { price, expected }
  const higher = raisedPrice(price, replaces.price)
  const tips = (it: GasPrice) => ('gasPrice' in it ? it.gasPrice : it.maxPriorityFeePerGas)
  return { price: higher, expected: expected + tips(higher) - tips(price) }
}

async function fillPrice(
  chain: EthereumChain,
  client: ChainClient,
  input: EthereumTransactionInput,
  signal: AbortSignal,
): Promise<Priced> {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = input
  const isFeeMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined) return { price: { gasPrice }, expected: gasPrice }
  const block = await asking(
    chain,
    () => client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] } as never),
    signal,
  )
  const baseFee = baseFeeOf(block)
  if (baseFee === null && (isFeeMarket || type === 2 || type === 4))
    throw clientError('invalid_data', `${chain.name} has no fee market (EIP-1559): use gasPrice.`)
  if (type === 0 || type === 1 || baseFee === null) {
    const filled = await asking(
      chain,
      () => estimateFeesPerGas(client, { chain: undefined, type: 'legacy' }),
      signal,
    )
    return { price: { gasPrice: filled.gasPrice }, expected: filled.gasPrice }
  }
  const filled =
    maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined
      ? { maxFeePerGas, maxPriorityFeePerGas }
      : await asking(chain, () => estimateFeesPerGas(client, { chain: undefined, type: 'eip1559' }), signal)
  const tip = maxPriorityFeePerGas ?? filled.maxPriorityFeePerGas
  // A named tip may be more than the estimate has room for, and a named limit less than the estimated tip (EIP-1559).
  const limit = maxFeePerGas ?? filled.maxFeePerGas - filled.maxPriorityFeePerGas + tip
  const price = { maxFeePerGas: limit, maxPriorityFeePerGas: smaller(tip, limit) }
  const expected = baseFee + price.maxPriorityFeePerGas
  return { price, expected: smaller(expected, limit) }
}

/** `Math.min` takes no bigints. */
function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

function baseFeeOf(block: unknown): bigint | null {
  const value = typeof block === 'object' && block !== null ? Reflect.get(block, 'baseFeePerGas') : undefined
  return value === undefined || value === null ? null : readQuantity(value)
}

/** An estimate that the contract refuses is a warning: the person may know better, or want the failure on record. */
async function estimateGas(estimate: () => Promise<unknown>, input: EthereumTransactionInput) {
  try {
    const needed = readQuantity(await estimate())
    const { gas = needed === PLAIN_TRANSFER_GAS ? needed : withMargin(needed) } = input
    // With less than it needs it runs until the gas is gone: the fee is paid, and nothing is done.
    return { gas, needed, failure: gas < needed ? { reason: null } : null }
  } catch (error) {
    const { code, message } = error as VitrineError
    const gas = input.gas ?? (input.data === undefined ? PLAIN_TRANSFER_GAS : FALLBACK_GAS)
    // The balance is compared on its own, with the fee that is really asked.
    if (code === 'insufficient_balance') return { gas, needed: gas, failure: null }
    if (code === 'transaction_failure') return { gas, needed: gas, failure: { reason: message || null } }
    throw error
  }
}
