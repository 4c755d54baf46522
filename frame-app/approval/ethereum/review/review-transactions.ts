import type {
  Address,
  EthereumNetwork,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { madeHere } from '../../../session/made-here.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { say } from '../../../words/say.ts'
import { toApprovalFailure } from '../../approval-failure.ts'
import { distinct } from '../../explain/danger.ts'
import type { Explanation } from '../../explain/explanation.ts'
import type { Reread, Reviewed } from '../../flow/approval-flow.ts'
import { type ScanVerdict, scan } from '../../scan/scan.ts'
import { scanDomain } from '../../scan/scan-domain.ts'
import { withScanVerdict } from '../../scan/scan-verdict.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import { decodeCall } from '../decode/decode-call.ts'
import type { Spending } from '../explain/action-part.ts'
import { explainCalls, spendingOf } from '../explain/explain-calls.ts'
import { type ExplainContext, knownAddressesOf } from '../explain/explain-context.ts'
import { warningDangers } from '../explain/warning-dangers.ts'
import { hasRisen, isMaterial, type Seen, seenOf } from '../fees/material.ts'
import { isUnusualFee } from '../fees/unusual-fee.ts'
import { gatherFacts } from '../reads/facts.ts'
import { scanTransactions } from '../reads/scan-transactions.ts'
import { lookupsOf, noteFailedLookups } from './lookups.ts'
import { prepareBatch } from './prepare-batch.ts'
import { costOf } from './transaction-cost.ts'

export interface TransactionReview extends ReviewBase {
  /** What is signed, byte for byte, in the order of the calls. */
  readonly prepared: readonly PreparedTransaction[]
  readonly network: EthereumNetwork
  /** Reads fees, balance and nonces again. @throws VitrineError as `EthereumNetwork.prepare` */
  reread(signal: AbortSignal): Promise<Reread<TransactionReview>>
  /**
   * Fills in one of several once more when its turn has come.
   * @param place in `prepared`
   * @throws VitrineError as `EthereumNetwork.prepare`
   */
  rereadAt(
    place: number,
    signal: AbortSignal,
  ): Promise<{ readonly prepared: PreparedTransaction; readonly isMaterial: boolean }>
}

export interface TransactionTask {
  readonly wallet: HeldWallet
  readonly chainId: number
  /** At least one. */
  readonly calls: readonly EthereumTransactionInput[]
  /** JSON-RPC's, `eth_signTransaction` for what is not sent. The scanner gets it too. */
  readonly method: string
}

/**
 * Fills the transactions in and reads what they do, at once. A failure is in the answer.
 * @throws the signal's reason when it aborts
 */
export async function reviewTransactions(
  kernel: Pick<Kernel, 'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients'> &
    Partial<Pick<Kernel, 'session'>>,
  task: TransactionTask,
  signal: AbortSignal,
): Promise<Reviewed<TransactionReview>> {
  const wallet = task.wallet.address as Address
  let explanation: Explanation | null = null
  try {
    const networks = await kernel.ethereum()
    const network = networks.of(task.chainId)
    const decoded = task.calls.map(call => decodeCall(task.chainId, call))
    const delegations = task.calls.flatMap(call => call.authorizationList ?? [])
    const preparing = prepareAll(network, task, signal)
    // Awaited below; what it fails with must not count as unhandled until then.
    preparing.catch(() => {})
    const needed = lookupsOf(decoded, delegations)
    const [facts, verdict] = await Promise.all([
      gatherFacts(network, { wallet, ...needed, calls: task.calls }, signal),
      scanAll(kernel, task, signal),
    ])
    const { priceDisplay, extendedCalldataDecoding } = kernel.config.get().embeddedWallets
    const context: ExplainContext = {
      hostOrigin: kernel.hostOrigin,
      wallet,
      chain: network.chain,
      priceDisplay,
      facts,
      knownAddresses: knownAddressesOf(wallet, networks, kernel.recipients),
      ownAddresses: madeHere(kernel.session, 'ethereum'),
      isExtended: extendedCalldataDecoding,
    }
    explanation = withReplacement(
      noteFailedLookups(withScanVerdict(explainCalls(context, decoded, delegations), verdict), needed, facts),
      task.calls,
    )
    const { simulation } = facts
    const inOrder = async (each: readonly PreparedTransaction[], ending: AbortSignal) =>
      prepareBatch({ network, wallet, calls: task.calls, simulation }, each, ending)
    const parts: ReviewParts = {
      ...{ task, network, context, explanation },
      spending: spendingOf(context, decoded),
      prepare: async ending => inOrder(await prepareAll(network, task, ending), ending),
    }
    return { ok: true, review: reviewOf(parts, await inOrder(await preparing, signal)) }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toApprovalFailure(error), explanation }
  }
}

/** Says of a replacement that it is one. What cancels is a transfer of nothing, and is told by what it is for. */
function withReplacement(explanation: Explanation, calls: readonly EthereumTransactionInput[]): Explanation {
  const kind = calls[0]?.replaces?.kind
  if (kind === undefined) return explanation
  if (kind === 'speed-up') return { ...explanation, notes: [say('approval.speedsUp'), ...explanation.notes] }
  return {
    ...explanation,
    headline: say('approval.headline.cancel'),
    outgoing: [],
    notes: [say('approval.cancels'), ...explanation.notes],
  }
}

interface ReviewParts {
  readonly task: TransactionTask
  readonly network: EthereumNetwork
  readonly context: ExplainContext
  readonly explanation: Explanation
  readonly spending: readonly Spending[]
  /** Fills the transactions in anew. */
  prepare(signal: AbortSignal): Promise<readonly PreparedTransaction[]>
}

/** A fresh fee is compared with the one that was shown first, so that many small steps do not go unseen. */
interface Shown {
  readonly seen: Seen
  /** Wei, see `costOf`. */
  readonly before: bigint | null
}

function reviewOf(
  parts: ReviewParts,
  prepared: readonly PreparedTransaction[],
  shown?: Shown,
): TransactionReview {
  const { task, network, context, explanation, spending } = parts
  const found = prepared.flatMap(it => warningDangers(context, it))
  const first = shown ?? { seen: seenIn(context, prepared), before: null }
  const cost = costOf(context, { calls: task.calls, prepared, spending, before: first.before })
  const isSignedOnly = task.method === 'eth_signTransaction'
  const shortage = isSignedOnly && cost.shortage !== null ? [cost.shortage] : []
  return {
    explanation: {
      ...explanation,
      notes: isSignedOnly
        ? [say('approval.signedOnly'), ...shortage, ...explanation.notes]
        : explanation.notes,
      raw: prepared.map(({ unsigned }) => ({
        label: say('approval.rawTransaction'),
        value: JSON.stringify(unsigned, null, 2),
      })),
      dangers: distinct([...found, ...explanation.dangers]),
    },
    // A signature costs nothing, and the wallet may be funded before the site sends the transaction.
    cost: isSignedOnly ? { ...cost, shortage: null } : cost,
    networkName: networkNameOf(network),
    prepared,
    network,
    async reread(signal) {
      const fresh = await parts.prepare(signal)
      const seen = seenIn(context, fresh)
      if (!isMaterial(first.seen, seen)) return { review: reviewOf(parts, fresh, first), isMaterial: false }
      const before = hasRisen(first.seen, seen) ? first.seen.maxFee : null
      return { review: reviewOf(parts, fresh, { seen, before }), isMaterial: true }
    },
    async rereadAt(place, signal) {
      const [approved, call] = [prepared[place], task.calls[place]]
      if (!approved || !call) throw new TypeError('A review has one transaction for each call')
      const [fresh = approved] = await prepareAll(network, { ...task, calls: [call] }, signal)
      const [seen, now] = [approved, fresh].map(it => seenOf([it], false)) as [Seen, Seen]
      return { prepared: fresh, isMaterial: isMaterial(seen, now) }
    },
  }
}

const seenIn = (context: ExplainContext, prepared: readonly PreparedTransaction[]) =>
  seenOf(
    prepared,
    prepared.some(it => isUnusualFee(it, context.facts.nativePrice, context.chain.nativeCurrency.decimals)),
  )

const networkNameOf = ({ chain }: EthereumNetwork) =>
  chain.isTestnet ? say('approval.testnet', { network: chain.name }) : chain.name

function prepareAll(
  network: EthereumNetwork,
  { wallet, calls, method }: TransactionTask,
  signal: AbortSignal,
): Promise<PreparedTransaction[]> {
  const prepare = method === 'eth_signTransaction' ? network.prepareToSign : network.prepare
  return Promise.all(calls.map(call => prepare(wallet.address as Address, call, signal)))
}

async function scanAll(
  kernel: Pick<Kernel, 'app' | 'config' | 'hostOrigin' | 'operations' | 'recipients'>,
  { wallet, chainId, calls, method }: TransactionTask,
  signal: AbortSignal,
): Promise<ScanVerdict | null> {
  if (!kernel.config.get().embeddedWallets.transactionScanning.enabled) return null
  const domain = scanDomain(kernel)
  return scanTransactions(calls, wallet.address as Address, params =>
    scan(kernel.operations.calls, { chainId, domain, method, params }, signal),
  )
}
