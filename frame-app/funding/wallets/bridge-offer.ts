import { BRIDGE_QUOTE_PATH, type BridgeQuote, bridgeQuote } from '@vitrine/shared/api/funding.ts'
import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type AgreedPayment, OfferRefused, readSteps } from '@vitrine/shared/funding/relay-depository.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { type AskNode, simulateSteps } from '@vitrine/shared/funding/simulate-steps.ts'
import type { Address, EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import type { Holding } from '../../portfolio/ports.ts'
import type { Calls } from '../../session/calls.ts'
import { say } from '../../words/say.ts'
import { type ChainKernel, ethereumNetwork } from '../arrival/read-balance.ts'
import { chainOf } from './target.ts'

/** Less than this part of what was asked for is not what was asked for. */
const LEAST_PERCENT = 95n

/** A transaction of an offer, for the wallet to send. */
export interface OfferedStep {
  readonly kind: 'approve' | 'deposit'
  readonly transaction: Required<Pick<EthereumTransactionInput, 'to' | 'value' | 'data'>>
}

/** What a bridge offers, checked against what was asked. Amounts in the smallest units of their assets. */
export interface BridgeOffer {
  readonly quoteId: string
  /** Who brings it, e.g. "Relay". */
  readonly provider: string
  /** Approvals of exactly what leaves, then the deposit. */
  readonly steps: readonly OfferedStep[]
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly minimumAmountOut: bigint
  /** US dollars, decimal. */
  readonly feeUsd: string | null
  /** Seconds. */
  readonly timeEstimate: number | null
  /** Unix ms. */
  readonly expiresAt: number
}

export interface BridgeTask {
  readonly payer: string
  readonly holding: Holding
  readonly request: FundingRequest
  /** Of the asset, in its smallest unit. */
  readonly amount: bigint
}

/**
 * Asks the server what a bridge would take for bringing an amount, and tries the offer out before anybody sees its price.
 * @throws VitrineError as `Calls` and `requireSimulated`; `invalid_data` for an offer of something else than was asked
 */
export async function askForOffer(
  kernel: ChainKernel & { readonly operations: { readonly calls: Pick<Calls, 'postAuthorized'> } },
  task: BridgeTask,
  signal: AbortSignal,
): Promise<BridgeOffer> {
  const { payer, holding, request, amount } = task
  const quote = await kernel.operations.calls.postAuthorized(
    BRIDGE_QUOTE_PATH,
    {
      from: { address: payer, chain: chainOf(holding), currency: holding.token },
      to: { address: request.address, chain: request.chain, currency: request.asset.address },
      amount: `${amount}`,
    },
    bridgeQuote,
    signal,
  )
  const offer = checkOffer(quote, task)
  await requireSimulated(kernel, task, offer, 0, signal)
  return offer
}

/**
 * The frame's own check of an offer: the server passes on what another company says, and the wallet signs it.
 * @throws VitrineError `invalid_data` for too little that arrives, and for any call that `readSteps` does not know
 */
export function checkOffer(
  quote: BridgeQuote,
  task: Pick<BridgeTask, 'payer' | 'holding' | 'amount'>,
): BridgeOffer {
  const amountIn = BigInt(quote.amountIn)
  const amountOut = BigInt(quote.amountOut)
  const minimumAmountOut = BigInt(quote.minimumAmountOut)
  if (minimumAmountOut > amountOut) throw unfit('promises more than it expects')
  if (minimumAmountOut * 100n < task.amount * LEAST_PERCENT) throw unfit('brings less than was asked for')
  const steps = quote.transactions.map(({ chain, value, ...rest }) => ({
    ...rest,
    chain: parseEip155(chain) ?? 0,
    value: BigInt(value),
  }))
  const { kinds } = refusing(() => readSteps(agreedOf(task, amountIn), steps))
  return {
    quoteId: quote.quoteId,
    provider: quote.provider,
    steps: steps.map(({ to, data, value }, place) => ({
      kind: kinds[place] ?? 'deposit',
      transaction: { to: to as Address, value, data: data as Hex },
    })),
    ...{ amountIn, amountOut, minimumAmountOut },
    feeUsd: quote.feeUsd,
    timeEstimate: quote.timeEstimate,
    expiresAt: quote.expiresAt,
  }
}

/**
 * Simulates what is left of an offer at the frame's own node, and requires that only its price leaves. The server has done so too,
 * but the server and its node are others' machines.
 * @param place of the first step that is left to do
 * @throws VitrineError `invalid_data` for an offer that would take something else; `not_supported` where no node can simulate, or
 *   the payment would fail
 */
export async function requireSimulated(
  kernel: ChainKernel,
  task: Pick<BridgeTask, 'payer' | 'holding'>,
  { amountIn, steps }: BridgeOffer,
  place: number,
  signal: AbortSignal,
): Promise<void> {
  const agreed = agreedOf(task, amountIn)
  const { payer: from, chain } = agreed
  const network = await ethereumNetwork(kernel, chainOf(task.holding))
  const left = steps.slice(place).map(({ transaction }) => ({ ...transaction, from, chain }))
  const ask: AskNode = (method, params) => network.request(method, params, signal)
  const simulated = await simulateSteps(ask, agreed, left).catch(refuse)
  signal.throwIfAborted()
  if (simulated === 'unknown') throw clientError('not_supported', say('fundWallets.cannotTry'))
  if (simulated === 'fails') throw clientError('not_supported', say('fundWallets.wouldFail'))
}

const agreedOf = (
  { payer, holding }: Pick<BridgeTask, 'payer' | 'holding'>,
  price: bigint,
): AgreedPayment => ({
  ...{ payer, price, token: holding.token },
  chain: holding.chain.type === 'ethereum' ? holding.chain.id : 0,
})

/** Whether an offer takes more, or brings less, than the one that the person has read. */
export const isWorse = (
  now: BridgeOffer,
  before: Pick<BridgeOffer, 'amountIn' | 'minimumAmountOut'>,
): boolean => now.amountIn > before.amountIn || now.minimumAmountOut < before.minimumAmountOut

function refusing<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  throw error instanceof OfferRefused ? unfit(error.message) : error
}

const unfit = (what: string) =>
  clientError(
    'invalid_data',
    `The offer of the bridge ${what}, so it was not taken. Try again, or pay another way.`,
  )
