import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { insufficientFunds } from '../../approval/approval-failure.ts'
import { isUnusualFee } from '../../approval/ethereum/fees/unusual-fee.ts'
import { readNativePrice } from '../../approval/ethereum/reads/native-price.ts'
import { runSilentChecks } from '../../approval/ethereum/review/silent-checks.ts'
import { exactAmount } from '../../approval/explain/numbers.ts'
import type {
  EthereumChain,
  EthereumNetwork,
  EthereumTransactionInput,
  Hex,
  PreparedTransaction,
} from '../../chains/ethereum/ports.ts'
import { keptText, type SentAbout } from '../../chains/sent-about.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { SilentContext } from '../kind.ts'

/** Ethereum transactions as a node and a scanner judge them. */
export interface TransactionsTask {
  readonly wallet: HeldWallet
  readonly chainId: number
  readonly calls: readonly EthereumTransactionInput[]
  readonly method: 'eth_signTransaction' | 'eth_sendTransaction' | 'wallet_sendCalls'
}

/** @throws VitrineError `transaction_failure` when the node, trying them out, sees them fail */
export async function transactionsNeedPerson(
  context: SilentContext,
  { wallet, chainId, calls, method }: TransactionsTask,
  signal: AbortSignal,
): Promise<boolean> {
  const network = (await context.ethereum()).of(chainId)
  const { isSuspect, failure } = await runSilentChecks(
    scannerOf(context),
    { kind: 'transactions', wallet, chainId, network, calls, method },
    signal,
  )
  if (failure && !isSuspect) throw wouldFail(failure.reason)
  return isSuspect
}

export const scannerOf = ({ calls, hostOrigin }: Pick<SilentContext, 'calls' | 'hostOrigin'>) => ({
  calls,
  domain: new URL(hostOrigin).host,
})

/**
 * A transaction that nobody will see, ready to sign.
 * @throws VitrineError where a person would have been warned: `insufficient_balance`, `transaction_failure`
 */
export async function prepareSilent(
  network: EthereumNetwork,
  {
    wallet,
    transaction,
    isSignedOnly = false,
  }: {
    readonly wallet: HeldWallet
    readonly transaction: EthereumTransactionInput
    readonly isSignedOnly?: boolean
  },
  signal: AbortSignal,
): Promise<PreparedTransaction> {
  const [prepared, price] = await Promise.all([
    network.prepare(wallet.address as Hex, transaction, signal),
    readNativePrice(network, Date.now() / 1_000, signal).catch(() => null),
  ])
  if (isUnusualFee(prepared, price, network.chain.nativeCurrency.decimals))
    throw clientError('transaction_failure', 'The fee is far higher than such a transaction needs.')
  // A fee that the page names is signed only where it can be compared with something: nobody else looks at it.
  const isIncomparable = prepared.hasFixedPrice && prepared.usualFee === null && price === null
  if (isIncomparable && prepared.maxFee > 0n)
    throw clientError('transaction_failure', 'The fee cannot be compared with what this chain usually takes.')
  for (const warning of prepared.warnings)
    switch (warning.kind) {
      case 'insufficient-balance':
        // A signature costs nothing, and the wallet may be funded before the site sends the transaction.
        if (!isSignedOnly) throw insufficientFunds()
        break
      case 'will-fail':
        throw wouldFail(warning.reason)
    }
  return prepared
}

/** What nobody saw, to be told later: money in its plain form, and who asked. */
export function silentAbout(
  { nativeCurrency: { symbol, decimals } }: Pick<EthereumChain, 'nativeCurrency'>,
  calls: readonly EthereumTransactionInput[],
  askedBy: string,
): SentAbout {
  const [call, ...others] = calls
  const isPlain = call !== undefined && others.length === 0 && (call.data ?? '0x') === '0x'
  const amount = isPlain && call.value ? keptText(`−${exactAmount(call.value, decimals)} ${symbol}`) : null
  return { headline: null, amount, party: (isPlain && call.to) || null, askedBy }
}

const wouldFail = (reason: string | null) =>
  clientError(
    'transaction_failure',
    `The transaction would fail${reason ? `: ${reason.slice(0, 500)}` : '.'}`,
  )
