import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { SendOptions, SolanaNetwork, SolanaSent } from '../../chains/solana/ports.ts'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import {
  planFor,
  type SolanaPlan,
  sendSolanaElsewhere,
  signSolanaElsewhere,
} from '../../external-wallets/solana-transactions.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { WalletSigner } from '../../wallet/signer.ts'
import type { SolanaTransactionRequest } from './request.ts'

export interface TransactionsToSign {
  readonly wallet: HeldWallet
  readonly transactions: readonly Uint8Array[]
}

/** What a wallet signs of a request, and whether it is on its way already. */
export interface SignedBatch {
  readonly signed: Uint8Array[]
  /** A wallet app has sent them by itself: they are not this frame's to send or to follow. */
  readonly isSent: boolean
}

/**
 * Has the wallet's key sign, wherever it is.
 * @param externalWallets asked for a wallet of another app alone
 * @throws VitrineError as `signAll`; `connector_error` of a wallet app
 */
export async function signBatch(
  signer: WalletSigner,
  externalWallets: () => Promise<ExternalWallets>,
  request: Pick<SolanaTransactionRequest, 'wallet' | 'chain' | 'transactions' | 'mode'>,
  signal: AbortSignal,
): Promise<SignedBatch> {
  if (request.wallet.custody !== 'external')
    return { signed: await signAll(signer, request, signal), isSent: false }
  const { line, plan } = planFor(await externalWallets(), request, request.mode)
  const perform = { sign: signSolanaElsewhere, send: sendSolanaElsewhere }[plan satisfies SolanaPlan]
  return { signed: await perform(line, request, signal), isSent: plan === 'send' }
}

/**
 * Signs each transaction with the wallet's key, in order.
 * @throws VitrineError `unable_to_sign` when what comes back is not the approved transaction; what the signer throws
 */
export async function signAll(
  signer: WalletSigner,
  { wallet, transactions }: TransactionsToSign,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const signed: Uint8Array[] = []
  for (const transaction of transactions) {
    const params = { transaction: base64Text(transaction), encoding: 'base64' } as const
    const request = { method: 'signTransaction', params } as const
    const answer = await signer.perform<'signTransaction'>(wallet, request, signal)
    signed.push(checked(answer.signed_transaction, transaction, wallet.address))
  }
  return signed
}

/** The key's holder adds one signature and may change nothing else: neither the message nor the signatures of others. */
function checked(text: string, asked: Uint8Array, address: string): Uint8Array {
  const signed = base64Bytes(text) ?? new Uint8Array()
  const [before, after] = [readTransaction(asked), readTransaction(signed)]
  const place = before?.message.keys.indexOf(address)
  const isAsApproved =
    before !== null &&
    after !== null &&
    isEqual(before.messageBytes, after.messageBytes) &&
    before.signatures.every(
      (signature, index) =>
        index === place || isEqual(signature, after.signatures[index] ?? new Uint8Array()),
    ) &&
    after.signatures[place ?? -1]?.some(byte => byte !== 0) === true
  if (!isAsApproved)
    throw clientError('unable_to_sign', 'What came back signed is not the transaction that was approved.')
  return signed
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

export interface Sending {
  /** The node has taken all of them; the first signature of the last one, base58. */
  readonly broadcast: Promise<string>
  /** All have come as far as was asked for. */
  readonly confirmed: Promise<void>
}

/**
 * Broadcasts signed transactions one after another: a later one may need what an earlier one does. Where several are sent,
 * each waits until the one before it is on chain.
 * @param sender whose they are and what was approved, to be told later
 * @throws VitrineError from its promises, as `SolanaNetwork.broadcast` and `.confirm`
 */
export function sendAll(
  network: SolanaNetwork,
  signed: readonly Uint8Array[],
  options: SendOptions,
  sender: Pick<SolanaSent, 'wallet' | 'about'>,
  signal: AbortSignal,
): Sending {
  const commitment = options.commitment ?? 'confirmed'
  const send = async () => {
    let last = ''
    for (const [index, transaction] of signed.entries()) {
      if (index > 0) await network.confirm(last, 'confirmed', signal)
      last = await network.broadcast(transaction, options, signal, sender)
    }
    return last
  }
  const broadcast = send()
  const confirmed = broadcast.then(last =>
    options.optimisticBroadcast ? undefined : network.confirm(last, commitment, signal),
  )
  // Whoever waits for one of them only must not leave the other unheard.
  broadcast.catch(() => {})
  confirmed.catch(() => {})
  return { broadcast, confirmed }
}
