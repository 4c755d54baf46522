import { readTransaction, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { askToSend } from './ask-to-send.ts'
import type { ExternalWallets, WalletConnection } from './ports.ts'
import { walletGone, walletUnsupported } from './wallet-failure.ts'

export interface SolanaTransactionsElsewhere {
  readonly wallet: { readonly address: string; readonly walletClientType: string }
  /** E.g. `solana:mainnet`. */
  readonly chain: string
  /** Whole transactions, as the site made them. */
  readonly transactions: readonly Uint8Array[]
}

/** Who sends what a wallet app signs: this frame, which then follows it, or the app. */
export type SolanaPlan = 'sign' | 'send'

/** A wallet that signs leaves the sending to the frame, whose node and options the site has chosen; not every one does. */
export function planFor(
  wallets: Pick<ExternalWallets, 'connectionOf'>,
  task: SolanaTransactionsElsewhere,
  mode: 'sign' | 'send',
): { readonly line: WalletConnection; readonly plan: SolanaPlan } {
  const line = wallets.connectionOf(task.wallet.address, 'solana')
  if (!line) throw walletGone(task.wallet.walletClientType)
  if (line.can('solana:signTransaction')) return { line, plan: 'sign' }
  if (mode === 'send' && line.can('solana:signAndSendTransaction')) return { line, plan: 'send' }
  throw walletUnsupported(line.meta.name)
}

/**
 * Has a wallet app sign each transaction, in order. It may add what protects its person, so that what comes back need not be what
 * it was given: it is a transaction that the account has signed.
 * @throws VitrineError `connector_error`; `unable_to_sign` for anything else that comes back
 */
export async function signSolanaElsewhere(
  line: WalletConnection,
  { wallet, chain, transactions }: SolanaTransactionsElsewhere,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const { address } = wallet
  const signed: Uint8Array[] = []
  for (const transaction of transactions) {
    const answer = await line.ask('solana:signTransaction', { address, transaction, chain }, signal)
    const read = readTransaction(answer.signedTransaction)
    const place = read?.message.keys.indexOf(address) ?? -1
    if (!read?.signatures[place]?.some(byte => byte !== 0))
      throw clientError('unable_to_sign', 'What came back is no transaction that this wallet has signed.')
    signed.push(answer.signedTransaction)
  }
  return signed
}

/** Has a wallet app sign and send them, in order. @returns each with the signature that is its name on chain */
export async function sendSolanaElsewhere(
  line: WalletConnection,
  { wallet, chain, transactions }: SolanaTransactionsElsewhere,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const { address } = wallet
  const sent: Uint8Array[] = []
  for (const transaction of transactions) {
    const { signature } = await askToSend(
      line,
      'solana:signAndSendTransaction',
      { address, transaction, chain },
      () => {},
      signal,
    )
    if (signature.length !== 64)
      throw clientError('unable_to_sign', 'What came back is no signature, so it is unknown what was sent.')
    sent.push(withSignature(transaction, 0, signature))
  }
  return sent
}
