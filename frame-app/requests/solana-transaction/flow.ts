import type { ApprovalFlow } from '../../approval/flow/approval-flow.ts'
import { startApproval } from '../../approval/flow/approval-flow.ts'
import type { SolanaCluster } from '../../chains/solana/ports.ts'
import type { Kernel } from '../../kernel/ports.ts'
import { toFailure } from '../../words/failure.ts'
import { sendAll, signAll } from './perform.ts'
import type { SolanaTransactionRequest } from './request.ts'
import { reviewRequest, type SolanaReview } from './review.ts'

/** Signed transactions, in the order of the request. */
export type Signed = readonly Uint8Array[]

export interface Performed {
  readonly signed: Signed
  /** Where they were sent; `null`: it has no RPC endpoint. */
  readonly cluster: SolanaCluster | null
}

/**
 * Reads the request, and signs and sends it once it is approved.
 * @param onBroadcast the node has all of them: who leaves now has sent them, and has not rejected anything
 */
export function startSolanaApproval(
  kernel: Pick<Kernel, 'app' | 'solana' | 'config' | 'hostOrigin' | 'operations'>,
  request: SolanaTransactionRequest,
  onBroadcast: (signed: Signed) => void,
): ApprovalFlow<SolanaReview, Performed> {
  const perform = async ({ network }: SolanaReview, signal: AbortSignal): Promise<Performed> => {
    const signed = await signAll(kernel.operations, request, signal)
    const performed = { signed, cluster: network?.cluster ?? null }
    if (request.mode === 'sign' || network === null) return performed
    const sending = sendAll(network, signed, request.options, signal)
    await sending.broadcast
    onBroadcast(signed)
    await sending.confirmed
    return performed
  }

  return startApproval<SolanaReview, Performed>(async (effect, signal) => {
    const { attempt } = effect
    try {
      if (effect.type === 'perform')
        return { type: 'performed', attempt, result: await perform(effect.review, signal) }
      const answer = await reviewRequest(kernel, request, signal)
      return answer.ok
        ? { type: 'prepared', attempt, review: answer.review }
        : { type: 'unprepared', attempt, failure: answer.failure, explanation: answer.explanation }
    } catch (error) {
      // A transaction is its own identity: one that is sent again is the same, so nothing is counted as sent.
      const failure = toFailure(error)
      return effect.type === 'perform'
        ? { type: 'failed', attempt, failure, sent: [] }
        : { type: 'unprepared', attempt, failure, explanation: null }
    }
  })
}
