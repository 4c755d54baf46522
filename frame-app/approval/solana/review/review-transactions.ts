import { SOLANA_CHAINS, type SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { base64Text } from '@vitrine/shared/encoding.ts'
import type { SolanaNetwork } from '../../../chains/solana/ports.ts'
import type { SolanaTransactionRequest } from '../../../requests/solana-transaction/request.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { say } from '../../../words/say.ts'
import { toApprovalFailure } from '../../approval-failure.ts'
import type { Reviewed } from '../../flow/approval-flow.ts'
import { type ScanVerdict, scan, worstOf } from '../../scan/scan.ts'
import { scanDomain } from '../../scan/scan-domain.ts'
import { withScanVerdict } from '../../scan/scan-verdict.ts'
import type { Cost } from '../../view/approval-view.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import { type AmountContext, solAmount, solInBothWays } from '../explain/amounts.ts'
import { type Effects, sumOfSol } from '../explain/effects.ts'
import { unstatedChanges } from '../explain/explain-simulation.ts'
import { explainTransactions } from '../explain/explain-transactions.ts'
import { type InspectedTransaction, inspectTransaction } from './inspect-transaction.ts'

/** What stands on the screen and what is needed to go on from it. */
export interface SolanaReview extends ReviewBase {
  /** `null`: the cluster has no RPC endpoint. */
  readonly network: SolanaNetwork | null
}

/**
 * Reads all transactions of a request. A failure is in the answer.
 * @throws the signal's reason when it aborts
 */
export async function reviewSolanaTransactions(
  kernel: Pick<Kernel, 'app' | 'solana' | 'config' | 'hostOrigin' | 'operations'>,
  request: SolanaTransactionRequest,
  signal: AbortSignal,
): Promise<Reviewed<SolanaReview>> {
  const { chain, transactions, options } = request
  const wallet = request.wallet.address
  try {
    const network = (await kernel.solana()).of(chain)
    const skipSimulation = options.skipSimulation ?? false
    const { priceDisplay } = kernel.config.get().embeddedWallets
    const now = Date.now() / 1_000
    const [reviews, verdict] = await Promise.all([
      Promise.all(
        transactions.map(transaction =>
          inspectTransaction({ wallet, chain, transaction, skipSimulation, now, network }, signal),
        ),
      ),
      scanAll(kernel, request, signal),
    ])
    return {
      ok: true,
      review: {
        explanation: withScanVerdict(explainTransactions(reviews, wallet, priceDisplay), verdict),
        cost: costOf(reviews, wallet, priceDisplay),
        networkName: networkName(chain),
        network,
      },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toApprovalFailure(error), explanation: null }
  }
}

/** What the operator's scanner says of the worst of them; `null`: the site asks for none. */
async function scanAll(
  kernel: Pick<Kernel, 'app' | 'config' | 'hostOrigin' | 'operations'>,
  { chain, mode, transactions }: SolanaTransactionRequest,
  signal: AbortSignal,
): Promise<ScanVerdict | null> {
  if (!kernel.config.get().embeddedWallets.transactionScanning.enabled) return null
  const domain = scanDomain(kernel)
  const method = mode === 'send' ? 'signAndSendTransaction' : 'signTransaction'
  const ask = (transaction: Uint8Array) =>
    scan(
      kernel.operations.calls,
      { chainId: chain, domain, method, params: [base64Text(transaction)] },
      signal,
    )
  return worstOf(await Promise.all(transactions.map(ask)))
}

function costOf(
  reviews: readonly InspectedTransaction[],
  wallet: string,
  priceDisplay: AmountContext['priceDisplay'],
): Cost {
  const price = reviews[0]?.price ?? null
  const inBoth = (lamports: bigint) => solInBothWays({ price, priceDisplay }, lamports)
  const own = reviews.filter(({ fee }) => fee.payer === wallet)
  const fee = own.reduce((sum, it) => sum + it.fee.lamports, 0n)
  const total = fee + reviews.reduce((sum, it) => sum + solLeaving(it, wallet), 0n)
  return {
    fee: {
      fee: inBoth(fee),
      atMost:
        own.length === reviews.length
          ? say('approval.feeAtMost', { amount: solAmount(fee) })
          : say('solana.feePaidByOther'),
      total: inBoth(total),
    },
    shortage:
      reviews.some(({ isShort }) => isShort) || isShortOfAll(reviews, total) ? say('solana.short') : null,
  }
}

/** The balance may cover each transaction and not all of them. Unreadable instructions may bring in what is spent later. */
function isShortOfAll(reviews: readonly InspectedTransaction[], total: bigint): boolean {
  const balance = reviews[0]?.balance ?? null
  if (balance === null || reviews.length < 2) return false
  if (reviews.some(({ actions }) => actions.some(({ kind }) => kind === 'unknown'))) return false
  const arriving = reviews.reduce((sum, { effects, changes }) => sum + arrivingSol(effects, changes), 0n)
  return total > balance + arriving
}

/** As the instructions say, or as a simulation shows where that is more, e.g. of an account that is closed. */
function arrivingSol({ incoming }: Effects, changes: InspectedTransaction['changes']): bigint {
  const gain = changes?.find(({ asset }) => asset.kind === 'sol')?.delta ?? 0n
  const told = sumOfSol(incoming)
  return gain > told ? gain : told
}

/** What the instructions say, and what a simulation takes beyond it, e.g. for a new account. */
const solLeaving = (review: InspectedTransaction, wallet: string): bigint =>
  unstatedChanges(review, wallet).reduce(
    (sum, { asset, delta }) => (asset.kind === 'sol' && delta < 0n ? sum - delta : sum),
    sumOfSol(review.effects.outgoing),
  )

/** Names of their own, the same in every language. */
const NAMES = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
}

const networkName = (chain: SolanaChain): string =>
  chain === SOLANA_CHAINS[0] ? NAMES[chain] : say('approval.testnet', { network: NAMES[chain] })
