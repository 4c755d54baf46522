import { SOLANA_CHAINS, type SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { base64Text } from '@vitrine/shared/encoding.ts'
import type { SolanaNetwork } from '../../../chains/solana/ports.ts'
import { knownRecipients } from '../../../recipients/known-recipients.ts'
import type { SolanaTransactionRequest } from '../../../requests/solana-transaction/request.ts'
import { madeHere } from '../../../session/made-here.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { say } from '../../../words/say.ts'
import { toApprovalFailure } from '../../approval-failure.ts'
import type { Reviewed } from '../../flow/approval-flow.ts'
import { type ScanVerdict, scan, worstOf } from '../../scan/scan.ts'
import { scanDomain } from '../../scan/scan-domain.ts'
import { withScanVerdict } from '../../scan/scan-verdict.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import { explainTransactions } from '../explain/explain-transactions.ts'
import { inspectTransaction, readEach } from './inspect-transaction.ts'
import { costOf } from './transaction-cost.ts'

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
  kernel: Pick<Kernel, 'app' | 'solana' | 'config' | 'hostOrigin' | 'operations' | 'recipients'> &
    Partial<Pick<Kernel, 'session'>>,
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
    const known = knownRecipients(kernel.recipients, 'solana')
    const own = madeHere(kernel.session, 'solana')
    const [reviews, verdict] = await Promise.all([
      readEach(transactions, transaction =>
        inspectTransaction({ wallet, chain, transaction, skipSimulation, now, network }, signal),
      ),
      scanAll(kernel, request, signal),
    ])
    const explained = explainTransactions(reviews, wallet, priceDisplay, known, own)
    const cost = costOf(reviews, wallet, priceDisplay)
    // A signature costs nothing, and the wallet may be funded before the site sends the transaction.
    const isNoteOnly = request.mode === 'sign' && cost.shortage !== null
    const notes = isNoteOnly ? [say('solana.shortNow'), ...explained.notes] : explained.notes
    return {
      ok: true,
      review: {
        explanation: withScanVerdict({ ...explained, notes }, verdict),
        cost: isNoteOnly ? { ...cost, shortage: null } : cost,
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
  return worstOf(await readEach(transactions, ask))
}

/** Names of their own, the same in every language. */
const NAMES = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
}

const networkName = (chain: SolanaChain): string =>
  chain === SOLANA_CHAINS[0] ? NAMES[chain] : say('approval.testnet', { network: NAMES[chain] })
