import type { Line } from '../../approval/explain/explanation.ts'
import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import { mayAskAgain } from '../../approval/flow/may-ask-again.ts'
import { sentAboutOf } from '../../approval/flow/sent-about.ts'
import {
  reviewSolanaTransactions,
  type SolanaReview,
} from '../../approval/solana/review/review-transactions.ts'
import { hasArrived } from '../../chains/solana/has-arrived.ts'
import type { SolanaCluster } from '../../chains/solana/ports.ts'
import { recipientsOf, rememberOnceArrived } from '../../recipients/known-recipients.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { sendAll, signBatch } from './perform.ts'
import type { SolanaTransactionRequest } from './request.ts'

/** Signed transactions, in the order of the request. */
export type Signed = readonly Uint8Array[]

export interface Performed {
  readonly signed: Signed
  /** Where they were sent; `null`: it has no RPC endpoint. */
  readonly cluster: SolanaCluster | null
  /** What left the wallet, as it was approved. */
  readonly outgoing: readonly Line[]
}

/**
 * Reads the request, and signs and sends it once it is approved.
 * @param onBroadcast the node has all of them: who leaves now has sent them, and has not rejected anything
 */
export function startSolanaApproval(
  kernel: Pick<
    Kernel,
    'app' | 'solana' | 'externalWallets' | 'config' | 'hostOrigin' | 'operations' | 'recipients' | 'session'
  >,
  request: SolanaTransactionRequest,
  onBroadcast: (signed: Signed) => void,
): ApprovalFlow<SolanaReview, Performed> {
  return startApproval({
    mayAskAgain: mayAskAgain(request),
    review: (_sent, signal) => reviewSolanaTransactions(kernel, request, signal),
    // A transaction is its own identity: sent again it is the same one, so none is counted as sent.
    async perform({ network, explanation }, _progress, signal) {
      const { outgoing } = explanation
      const { signed, isSent } = await signBatch(kernel.operations, kernel.externalWallets, request, signal)
      const performed = { signed, cluster: network?.cluster ?? null, outgoing }
      if (isSent) onBroadcast(signed)
      if (isSent || request.mode === 'sign' || network === null) return performed
      const about = sentAboutOf(explanation, signed.length, request, kernel.hostOrigin)
      const sender = { wallet: request.wallet.address, about }
      const sending = sendAll(network, signed, request.options, sender, signal)
      const last = await sending.broadcast
      onBroadcast(signed)
      // As on Ethereum; it goes on when the person leaves meanwhile.
      if (!request.isOwn)
        void rememberOnceArrived(kernel, 'solana', recipientsOf(outgoing), hasArrived(network, last))
      await sending.confirmed
      return performed
    },
  })
}
