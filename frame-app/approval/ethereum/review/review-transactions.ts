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
import type { Reviewed } from '../../flow/approval-flow.ts'
import { type ScanVerdict, scan } from '../../scan/scan.ts'
import { scanDomain } from '../../scan/scan-domain.ts'
import { withScanVerdict } from '../../scan/scan-verdict.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import { decodeCall } from '../decode/decode-call.ts'
import { explainCalls, spendingOf } from '../explain/explain-calls.ts'
import { type ExplainContext, knownAddressesOf } from '../explain/explain-context.ts'
import { warningDangers } from '../explain/warning-dangers.ts'
import { gatherFacts } from '../reads/facts.ts'
import { scanTransactions } from '../reads/scan-transactions.ts'
import { lookupsOf, noteFailedLookups } from './lookups.ts'
import { prepareBatch } from './prepare-batch.ts'
import { costOf } from './transaction-cost.ts'

export interface TransactionReview extends ReviewBase {
  /** What is signed, byte for byte, in the order of the calls. */
  readonly prepared: readonly PreparedTransaction[]
  readonly network: EthereumNetwork
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
    explanation = noteFailedLookups(
      withScanVerdict(explainCalls(context, decoded, delegations), verdict),
      needed,
      facts,
    )
    const prepared = await prepareBatch(
      { network, wallet, calls: task.calls, simulation: facts.simulation },
      await preparing,
      signal,
    )
    const raw = prepared.map(({ unsigned }) => ({
      label: say('approval.rawTransaction'),
      value: JSON.stringify(unsigned, null, 2),
    }))
    const found = prepared.flatMap(it => warningDangers(context, it))
    return {
      ok: true,
      review: {
        explanation: {
          ...explanation,
          notes:
            task.method === 'eth_signTransaction'
              ? [say('approval.signedOnly'), ...explanation.notes]
              : explanation.notes,
          raw,
          dangers: distinct([...found, ...explanation.dangers]),
        },
        cost: costOf(context, { calls: task.calls, prepared, spending: spendingOf(context, decoded) }),
        networkName: networkNameOf(network),
        prepared,
        network,
      },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toApprovalFailure(error), explanation }
  }
}

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
