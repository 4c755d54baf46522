import { SOLANA_CHAINS, type SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { Explanation } from '../../approval/explain/explanation.ts'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Cost } from '../../approval/view/fee.ts'
import { sumOfSol } from '../../chains/solana/effects.ts'
import type { SolanaNetwork } from '../../chains/solana/ports.ts'
import { reviewTransaction, type TransactionReview } from '../../chains/solana/review.ts'
import { type Failure, toFailure } from '../../flow/failure.ts'
import type { Kernel } from '../../kernel/ports.ts'
import { say } from '../../words/say.ts'
import { solAmount } from './amounts.ts'
import { explain } from './explain.ts'
import type { SolanaTransactionRequest } from './request.ts'
import { beyondWords } from './trial.ts'

/** What stands on the screen and what is needed to go on from it. */
export interface SolanaReview extends ReviewBase {
  /** `null`: the cluster has no RPC endpoint. */
  readonly network: SolanaNetwork | null
}

export type Reviewed =
  | { readonly ok: true; readonly review: SolanaReview }
  | { readonly ok: false; readonly failure: Failure; readonly explanation: Explanation | null }

/**
 * Reads all transactions of a request. What fails is told in the answer.
 * @throws the signal's reason when it aborts
 */
export async function reviewRequest(
  kernel: Pick<Kernel, 'solana'>,
  request: SolanaTransactionRequest,
  signal: AbortSignal,
): Promise<Reviewed> {
  const { chain, transactions, options } = request
  const wallet = request.wallet.address
  try {
    const network = (await kernel.solana()).of(chain)
    const skipSimulation = options.skipSimulation ?? false
    const reviews = await Promise.all(
      transactions.map(transaction =>
        reviewTransaction({ wallet, chain, transaction, skipSimulation, network }, signal),
      ),
    )
    return {
      ok: true,
      review: {
        explanation: explain(reviews, wallet),
        cost: costOf(reviews, wallet),
        networkName: networkName(chain),
        network,
      },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toFailure(error), explanation: null }
  }
}

function costOf(reviews: readonly TransactionReview[], wallet: string): Cost {
  const own = reviews.filter(({ fee }) => fee.payer === wallet)
  const fee = own.reduce((sum, it) => sum + it.fee.lamports, 0n)
  const total = fee + reviews.reduce((sum, it) => sum + solLeaving(it, wallet), 0n)
  return {
    fee: {
      fee: { first: solAmount(fee), beside: null },
      atMost:
        own.length === reviews.length
          ? say('approval.feeAtMost', { amount: solAmount(fee) })
          : say('solana.feePaidByOther'),
      total: { first: solAmount(total), beside: null },
    },
    shortage: reviews.some(({ isShort }) => isShort) ? say('solana.short') : null,
  }
}

/** What the instructions say, and what a simulation takes beyond it, e.g. for a new account. */
const solLeaving = (review: TransactionReview, wallet: string): bigint =>
  beyondWords(review, wallet).reduce(
    (sum, { asset, delta }) => (asset.kind === 'sol' && delta < 0n ? sum - delta : sum),
    sumOfSol(review.effects.leaves),
  )

/** Names of their own, the same in every language. */
const NAMES = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
}

const networkName = (chain: SolanaChain): string =>
  chain === SOLANA_CHAINS[0] ? NAMES[chain] : say('approval.testnet', { network: NAMES[chain] })
