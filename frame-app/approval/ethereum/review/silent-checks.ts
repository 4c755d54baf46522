import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { Address, EthereumNetwork, EthereumTransactionInput } from '../../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import type { Kernel } from '../../../ui/kernel-context.ts'
import { scan } from '../../scan/scan.ts'
import { scanTransactions } from '../reads/scan-transactions.ts'
import { type Simulation, simulate } from '../reads/simulation.ts'
import { recognise } from '../typed-data/recognise.ts'
import { areCritical, isCriticalTypedData } from './critical.ts'

/** The part of a request that a scanner or a node can judge. */
export type SilentTask = { readonly wallet: HeldWallet; readonly chainId: number } & (
  | {
      readonly kind: 'transactions'
      readonly network: Pick<EthereumNetwork, 'request' | 'chain'>
      readonly calls: readonly EthereumTransactionInput[]
      readonly method: string
    }
  | { readonly kind: 'typed-data'; readonly typedData: TypedData }
)

export interface SilentFindings {
  /** A person has to look: the operator's scanner warns, or it is critical whatever the operator permits. */
  readonly isSuspect: boolean
  /** The node expects a failure; `reason` is the contract's own word, where it gave one. */
  readonly failure: { readonly reason: string | null } | null
}

/**
 * Looks ahead at what is to be signed without a screen. The scanner is always asked, whatever the page's options say: a
 * script that got into the page would switch it off first. Without a scanner, or an answer, nothing is found by it.
 *
 * @throws the signal's reason when it aborts
 */
export async function runSilentChecks(
  { calls, domain }: { readonly calls: Kernel['operations']['calls']; readonly domain: string },
  task: SilentTask,
  signal: AbortSignal,
): Promise<SilentFindings> {
  const { wallet, chainId } = task
  const from = wallet.address as Address
  const ask = (method: string, params: readonly unknown[]) =>
    scan(calls, { chainId, domain, method, params }, signal)
  if (task.kind === 'typed-data') {
    // Most typed data is a login or a letter, which no scanner needs to see.
    const recognised = recognise(task.typedData)
    const verdict = recognised
      ? await ask('eth_signTypedData_v4', [wallet.address, JSON.stringify(task.typedData)])
      : 'fine'
    const isCritical = isCriticalTypedData(chainId, from, recognised, Date.now() / 1_000)
    return { isSuspect: isCritical || isWarning(verdict), failure: null }
  }
  const [verdict, simulation] = await Promise.all([
    scanTransactions(task.calls, from, params => ask(task.method, params)),
    simulate(task.network, from, task.calls, signal),
  ])
  const isSuspect = areCritical(chainId, from, task.calls) || isWarning(verdict)
  return { isSuspect, failure: failureOf(simulation) }
}

const isWarning = (verdict: string) => verdict === 'malicious' || verdict === 'suspicious'

function failureOf(simulation: Simulation | null): SilentFindings['failure'] {
  const failed = simulation?.calls.find(({ ok }) => !ok)
  return failed === undefined ? null : { reason: failed.reason }
}
