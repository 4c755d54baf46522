import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import { toHex } from 'viem'
import type {
  Address,
  EthereumNetwork,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../../chains/ethereum/ports.ts'
import { type Failure, toFailure } from '../../flow/failure.ts'
import type { Kernel } from '../../kernel/ports.ts'
import { say } from '../../words/say.ts'
import { decodeCall } from '../decode/decode-call.ts'
import type { ExplainContext } from '../explain/context.ts'
import { explainCalls } from '../explain/explain-calls.ts'
import type { Explanation } from '../explain/explanation.ts'
import { withScan } from '../explain/scan-words.ts'
import { warningDangers } from '../explain/warning-dangers.ts'
import { gatherFacts } from '../reads/facts.ts'
import { type ScanVerdict, scan } from '../reads/scan.ts'
import type { ReviewBase } from '../view/build-view.ts'
import { costOf } from '../view/fee.ts'
import { asSequence } from './as-sequence.ts'
import { lookupsOf } from './lookups.ts'
import { withUnread } from './unread.ts'

export interface TransactionReview extends ReviewBase {
  /** What is signed, byte for byte, in the order of the calls. */
  readonly prepared: readonly PreparedTransaction[]
  readonly network: EthereumNetwork
}

export type Reviewed<Review> =
  | { readonly ok: true; readonly review: Review }
  | { readonly ok: false; readonly failure: Failure; readonly explanation: Explanation | null }

export interface TransactionTask {
  readonly wallet: Wallet
  readonly chainId: number
  /** At least one. */
  readonly calls: readonly EthereumTransactionInput[]
  /** For the scanner. */
  readonly method: string
}

/**
 * Fills the transactions in and reads what they do, at once. What fails is told in the answer.
 * @throws the signal's reason when it aborts
 */
export async function reviewTransactions(
  kernel: Pick<Kernel, 'ethereum' | 'config' | 'hostOrigin' | 'operations'>,
  task: TransactionTask,
  signal: AbortSignal,
): Promise<Reviewed<TransactionReview>> {
  const wallet = task.wallet.address as Address
  let explanation: Explanation | null = null
  try {
    const network = (await kernel.ethereum()).of(task.chainId)
    const decoded = task.calls.map(call => decodeCall(task.chainId, call))
    const delegations = task.calls.flatMap(call => call.authorizationList ?? [])
    const preparing = prepareAll(network, wallet, task.calls, signal)
    // Awaited below; what it fails with must not count as unhandled until then.
    preparing.catch(() => {})
    const needed = lookupsOf(decoded, delegations)
    const [facts, verdict] = await Promise.all([
      gatherFacts(network, { wallet, ...needed, calls: task.calls }, signal),
      scanAll(kernel, task, signal),
    ])
    const { priceDisplay } = kernel.config.get().embeddedWallets
    const context: ExplainContext = {
      hostOrigin: kernel.hostOrigin,
      wallet,
      chain: network.chain,
      priceDisplay,
      facts,
    }
    explanation = withUnread(withScan(explainCalls(context, decoded, delegations), verdict), needed, facts)
    const prepared = await asSequence(
      { network, wallet, calls: task.calls, trial: facts.simulation },
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
          raw,
          dangers: [...new Set([...found, ...explanation.dangers])],
        },
        cost: costOf(context, task.calls, prepared),
        networkName: networkNameOf(network),
        prepared,
        network,
      },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, failure: toFailure(error), explanation }
  }
}

const networkNameOf = ({ chain }: EthereumNetwork) =>
  chain.isTestnet ? say('approval.testnet', { network: chain.name }) : chain.name

const prepareAll = (
  network: EthereumNetwork,
  wallet: Address,
  calls: readonly EthereumTransactionInput[],
  signal: AbortSignal,
) => Promise.all(calls.map(call => network.prepare(wallet, call, signal)))

async function scanAll(
  { config, hostOrigin, operations }: Pick<Kernel, 'config' | 'hostOrigin' | 'operations'>,
  { wallet, chainId, calls, method }: TransactionTask,
  signal: AbortSignal,
): Promise<ScanVerdict | null> {
  if (!config.get().embeddedWallets.transactionScanning.enabled) return null
  const verdicts = await Promise.all(
    calls.map(({ to, value = 0n, data = '0x' }) =>
      scan(
        operations.calls,
        {
          chainId,
          domain: new URL(hostOrigin).host,
          method,
          params: [{ from: wallet.address, ...(to && { to }), value: toHex(value), data }],
        },
        signal,
      ),
    ),
  )
  return (['malicious', 'suspicious', 'unchecked'] as const).find(it => verdicts.includes(it)) ?? 'fine'
}
