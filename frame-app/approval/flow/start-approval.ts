import type { Hex } from '../../chains/ethereum/ports.ts'
import { startFlow } from '../../core/flow.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import type { Explanation } from '../explain/explanation.ts'
import { type AnyReview, type ApprovalEvent, type ApprovalFlow, approvalMachine } from './approval-flow.ts'

/** A review, or why there is none, with what could be explained all the same. */
export type Reviewed<Review> =
  | { readonly ok: true; readonly review: Review }
  | { readonly ok: false; readonly failure: Failure; readonly explanation: Explanation | null }

export interface ApprovalWork<Review, Result> {
  /** A review for which nothing has to be read: the approval begins with it. */
  readonly ready?: Review
  /** Reads what the request does. @param sent transactions of this request that are on their way already */
  review?(sent: readonly Hex[], signal: AbortSignal): Promise<Reviewed<Review>>
  /** Signs or sends: once for each approval, and with the review that the person approved. */
  perform(review: Review, progress: ApprovalProgress, signal: AbortSignal): Promise<Result>
}

export interface ApprovalProgress {
  /** Transactions that an earlier attempt sent; the review is of the rest. */
  readonly sent: readonly Hex[]
  /** One more was sent. After a failure it is not sent again. */
  onSent(hash: Hex): void
  /** Whether nothing is signed now, since what was sent has to be in a block first. */
  onWait(isWaiting: boolean): void
}

/** Starts an approval; it reads at once what it has to read. */
export function startApproval<Review extends AnyReview, Result>(
  work: ApprovalWork<Review, Result>,
): ApprovalFlow<Review, Result> {
  const flow = startFlow(
    approvalMachine<Review, Result>(work.ready),
    async (effect, signal): Promise<ApprovalEvent<Review, Result>> => {
      const { attempt } = effect
      let sent = effect.sent
      try {
        if (effect.type === 'prepare') {
          const reviewed = (await work.review?.(sent, signal)) ?? readyReview(work.ready)
          if (reviewed.ok) return { type: 'prepared', attempt, review: reviewed.review }
          const { failure, explanation } = reviewed
          return { type: 'unprepared', attempt, failure, explanation }
        }
        const progress: ApprovalProgress = {
          sent,
          onSent(hash) {
            sent = [...sent, hash]
          },
          onWait: isWaiting => flow.send({ type: 'progressed', attempt, sent, isWaiting }),
        }
        return { type: 'performed', attempt, result: await work.perform(effect.review, progress, signal) }
      } catch (error) {
        const failure = toFailure(error)
        return effect.type === 'prepare'
          ? { type: 'unprepared', attempt, failure, explanation: null }
          : { type: 'failed', attempt, failure, sent }
      }
    },
  )
  if (work.ready === undefined) flow.send({ type: 'retry' })
  return flow
}

function readyReview<Review>(ready: Review | undefined): Reviewed<Review> {
  if (ready === undefined) throw new TypeError('An approval needs a review')
  return { ok: true, review: ready }
}
