import {
  reviewTransactions,
  type TransactionReview,
} from '../../approval/ethereum/review/review-transactions.ts'
import { type ApprovalFlow, LookAgain, rereadOr, startApproval } from '../../approval/flow/approval-flow.ts'
import { hasArrived } from '../../chains/ethereum/has-arrived.ts'
import type { EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { sendBatch } from '../../chains/ethereum/send-batch.ts'
import { recipientsOf, rememberOnceArrived } from '../../recipients/known-recipients.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { Line } from '../explain/explanation.ts'
import { sentAboutOf } from './sent-about.ts'

export type SendRequest = Extract<ScreenRequest, { kind: 'send-transaction' | 'send-calls' }>

export interface Sent {
  readonly hashes: readonly Hex[]
  readonly explorerUrl: string | null
  /** One did not succeed, so what came after it was not sent. */
  readonly isCutShort: boolean
  /** What left the wallet, as it was approved; nothing where a part was approved before. */
  readonly outgoing: readonly Line[]
}

export const callsOf = (request: SendRequest): readonly EthereumTransactionInput[] =>
  request.kind === 'send-calls' ? request.calls : [request.transaction]

/**
 * `eth_sendTransaction`, and the calls of `wallet_sendCalls` in their order (EIP-5792 without atomicity). What has been
 * sent is never sent again: after a failure only the rest is reviewed anew.
 */
export function startSending(
  kernel: Pick<
    Kernel,
    'app' | 'ethereum' | 'config' | 'hostOrigin' | 'operations' | 'recipients' | 'session'
  >,
  request: SendRequest,
): ApprovalFlow<TransactionReview, Sent> {
  const { wallet, chainId } = request
  const method = request.kind === 'send-calls' ? 'wallet_sendCalls' : 'eth_sendTransaction'
  return startApproval({
    review: (sent, signal) =>
      reviewTransactions(
        kernel,
        { wallet, chainId, calls: callsOf(request).slice(sent.length), method },
        signal,
      ),
    // A wallet app reads the fee itself, and its user approves that one there.
    ...(wallet.custody !== 'external' && { reread: (review, signal) => review.reread(signal) }),
    async perform({ network, prepared, explanation, rereadAt }, { sent, onSent, onWait }, signal) {
      const hashes = [...sent]
      const isWhole = await sendBatch(
        {
          network,
          wallet,
          count: prepared.length,
          after: sent.at(-1),
          async prepared(place) {
            const approved = transactionAt(prepared, place)
            if (place === 0 || wallet.custody === 'external') return approved
            // Blocks have passed since the first one was approved, and with them fees may have risen.
            const before = { prepared: approved, isMaterial: false }
            const fresh = await rereadOr(before, limit => rereadAt(place, limit), signal)
            if (fresh.isMaterial) throw new LookAgain()
            return fresh.prepared
          },
          about: sentAboutOf(
            explanation,
            prepared.length,
            request.kind === 'send-transaction' ? request : {},
            kernel.hostOrigin,
          ),
          onWait,
          onSent(hash) {
            hashes.push(hash)
            onSent(hash)
          },
        },
        signal,
      )
      // A payment of another account did not leave the wallet.
      const outgoing = explanation.outgoing.filter(({ account }) => account === undefined)
      const last = hashes.at(-1)
      // An own transfer is written down by the form, which knows the name that led there. Each comes after the one before it
      // has succeeded, so the last one speaks for all.
      if (isWhole && last !== undefined && !('isOwn' in request && request.isOwn))
        void rememberOnceArrived(kernel, 'ethereum', recipientsOf(outgoing), hasArrived(network, last))
      return {
        hashes,
        explorerUrl: network.chain.blockExplorerUrl,
        isCutShort: !isWhole,
        outgoing: sent.length === 0 ? outgoing : [],
      }
    },
  })
}

function transactionAt(prepared: TransactionReview['prepared'], place: number) {
  const one = prepared[place]
  if (one === undefined) throw new TypeError('A review has one transaction for each call')
  return one
}
