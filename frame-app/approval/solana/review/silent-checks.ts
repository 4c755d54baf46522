import { base64Text } from '@vitrine/shared/encoding.ts'
import type { SolanaNetwork } from '../../../chains/solana/ports.ts'
import type { SolanaTransactionRequest } from '../../../requests/solana-transaction/request.ts'
import type { Calls } from '../../../session/calls.ts'
import { scan, worstOf } from '../../scan/scan.ts'
import type { Danger } from '../explain/dangers.ts'
import { inspectTransaction, readEach } from './inspect-transaction.ts'

/**
 * No operator can have meant this by giving up the screens: it takes the wallet itself or what it controls, lets somebody take all of
 * a token later, or burns SOL as a fee.
 */
const isNeverSilent = (danger: Danger): boolean =>
  ['gives-wallet-away', 'locks-wallet', 'high-fee', 'changes-authority', 'nonce-authority'].includes(
    danger.kind,
  ) ||
  (danger.kind === 'delegates' && danger.isUnlimited)

export interface SilentCheckParts {
  readonly calls: Pick<Calls, 'postAuthorized'>
  /** Host of the pinned origin. */
  readonly domain: string
  readonly network: SolanaNetwork | null
}

export type SilentTask = Pick<SolanaTransactionRequest, 'wallet' | 'chain' | 'transactions' | 'mode'>

/**
 * Whether a person has to look at what the operator lets a site have signed without a screen. The scanner is always asked,
 * whatever the page's options say: a script that got into the page would switch it off first. Without a scanner, or an
 * answer, nothing is found by it.
 *
 * @throws the signal's reason when it aborts
 */
export async function needsScreen(
  { calls, domain, network }: SilentCheckParts,
  { wallet, chain, transactions, mode }: SilentTask,
  signal: AbortSignal,
): Promise<boolean> {
  const method = mode === 'send' ? 'signAndSendTransaction' : 'signTransaction'
  const dangersOf = async (transaction: Uint8Array, by: SolanaNetwork | null) => {
    const now = Date.now() / 1_000
    const input = { wallet: wallet.address, chain, transaction, skipSimulation: false, now, network: by }
    return (await inspectTransaction(input, signal)).dangers
  }
  const [verdicts, dangers] = await Promise.all([
    readEach(transactions, transaction =>
      scan(calls, { chainId: chain, domain, method, params: [base64Text(transaction)] }, signal),
    ),
    readEach(transactions, transaction =>
      dangersOf(transaction, network).catch(() => {
        signal.throwIfAborted()
        // Without the node the transaction still speaks for itself.
        return dangersOf(transaction, null)
      }),
    ),
  ])
  const verdict = worstOf(verdicts)
  return verdict === 'malicious' || verdict === 'suspicious' || dangers.flat().some(isNeverSilent)
}
