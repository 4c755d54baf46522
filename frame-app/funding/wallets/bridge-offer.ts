import { BRIDGE_QUOTE_PATH, type BridgeQuote, bridgeQuote } from '@vitrine/shared/api/funding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { decodeFunctionData, erc20Abi } from 'viem'
import type { Address, EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import type { Holding } from '../../portfolio/ports.ts'
import type { Calls } from '../../session/calls.ts'
import { chainOf } from './target.ts'

/** Less than this part of what was asked for is not what was asked for. */
const LEAST_PERCENT = 95n

/** A transaction of an offer, for the wallet to send. */
export interface OfferedStep {
  readonly kind: 'approve' | 'deposit'
  readonly transaction: EthereumTransactionInput
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
 * Asks the server what a bridge would take for bringing an amount.
 * @throws VitrineError as `Calls`; `invalid_data` for an offer of something else than was asked
 */
export async function askForOffer(
  { postAuthorized }: Pick<Calls, 'postAuthorized'>,
  task: BridgeTask,
  signal: AbortSignal,
): Promise<BridgeOffer> {
  const { payer, holding, request, amount } = task
  const quote = await postAuthorized(
    BRIDGE_QUOTE_PATH,
    {
      from: { address: payer, chain: chainOf(holding), currency: holding.token },
      to: { address: request.address, chain: request.chain, currency: request.asset.address },
      amount: `${amount}`,
    },
    bridgeQuote,
    signal,
  )
  return checkOffer(quote, task)
}

/**
 * The frame's own look at an offer: the server passes on what another company says, and the wallet signs it.
 * @throws VitrineError `invalid_data` for a transaction of another account or chain, for an approval of something else than what
 *   leaves, for value beyond it, and for an order of steps in which money would leave before it is needed
 */
export function checkOffer(quote: BridgeQuote, { payer, holding, amount }: BridgeTask): BridgeOffer {
  const amountIn = BigInt(quote.amountIn)
  const amountOut = BigInt(quote.amountOut)
  const minimumAmountOut = BigInt(quote.minimumAmountOut)
  if (minimumAmountOut > amountOut) throw unfit('promises more than it expects')
  if (minimumAmountOut * 100n < amount * LEAST_PERCENT) throw unfit('brings less than was asked for')
  const deposits = quote.transactions.filter(({ kind }) => kind === 'deposit')
  if (deposits.length !== 1 || quote.transactions.at(-1)?.kind !== 'deposit')
    throw unfit('has another order than approval and deposit')
  const [deposit] = deposits
  for (const it of quote.transactions) {
    if (it.from.toLowerCase() !== payer.toLowerCase()) throw unfit('is for another wallet')
    if (it.chain !== chainOf(holding)) throw unfit('is for another network')
    if (!/^0x[\da-f]{40}$/i.test(it.to) || !/^0x([\da-f]{2})*$/i.test(it.data))
      throw unfit('has a step that cannot be read')
    const value = BigInt(it.value)
    if (it.kind === 'approve') {
      if (value !== 0n || !isToken(it.to, holding)) throw unfit('asks for leave over something else')
      requireApproval(it.data as Hex, amountIn, deposit?.to)
    } else {
      // What leaves is what the person has agreed to: of the native currency as value, of a token by the approval.
      if (holding.token === null ? value > amountIn : value !== 0n) throw unfit('takes more than it says')
      if (isToken(it.to, holding)) requireTransfer(it.data as Hex, amountIn)
    }
  }
  return {
    quoteId: quote.quoteId,
    provider: quote.provider,
    steps: quote.transactions.map(({ kind, to, data, value }) => ({
      kind,
      transaction: {
        to: to as Address,
        value: BigInt(value),
        ...(data !== '0x' && { data: data as Hex }),
      },
    })),
    ...{ amountIn, amountOut, minimumAmountOut },
    feeUsd: quote.feeUsd,
    timeEstimate: quote.timeEstimate,
    expiresAt: quote.expiresAt,
  }
}

/** Whether an offer takes more, or brings less, than the one that the person has read. */
export const isWorse = (
  now: BridgeOffer,
  before: Pick<BridgeOffer, 'amountIn' | 'minimumAmountOut'>,
): boolean => now.amountIn > before.amountIn || now.minimumAmountOut < before.minimumAmountOut

const isToken = (address: string, { token }: Holding): boolean =>
  token !== null && address.toLowerCase() === token.toLowerCase()

/** Leave to whom the deposit is for, of what leaves and no more: what is left over could be taken any time later. */
function requireApproval(data: Hex, amountIn: bigint, spender: string | undefined): void {
  const call = read(data)
  if (call?.functionName !== 'approve') throw unfit('has an approval that cannot be read')
  const [to, allowed] = call.args
  if (allowed > amountIn) throw unfit('asks for leave over more than it takes')
  if (to.toLowerCase() !== spender?.toLowerCase()) throw unfit('lets somebody else take the money')
}

/** A deposit that is the token's own transfer. */
function requireTransfer(data: Hex, amountIn: bigint): void {
  const call = read(data)
  if (call?.functionName !== 'transfer') throw unfit('does something else with the token than to give it')
  if (call.args[1] > amountIn) throw unfit('takes more than it says')
}

function read(data: Hex) {
  try {
    return decodeFunctionData({ abi: erc20Abi, data })
  } catch {
    return null
  }
}

const unfit = (what: string) =>
  clientError(
    'invalid_data',
    `The offer of the bridge ${what}, so it was not taken. Try again, or pay another way.`,
  )
