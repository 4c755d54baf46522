import { toFailure } from '../../words/failure.ts'
import type { ReviewBase } from '../view/build-view.ts'
import { type ApprovalEvent, type ApprovalFlow, startApproval } from './approval-flow.ts'
import type { Reviewed } from './review-transactions.ts'

export interface SignatureWork<Review, Result> {
  review(signal: AbortSignal): Promise<Reviewed<Review>>
  /** Once, after the person has approved this review. */
  sign(review: Review, signal: AbortSignal): Promise<Result>
}

/** An approval that ends with one signature; nothing is sent. */
export function startSignature<Review extends ReviewBase, Result>(
  work: SignatureWork<Review, Result>,
): ApprovalFlow<Review, Result> {
  return startApproval<Review, Result>(async (effect, signal): Promise<ApprovalEvent<Review, Result>> => {
    const { attempt } = effect
    try {
      if (effect.type === 'prepare') return answerOf(await work.review(signal), attempt)
      return { type: 'performed', attempt, result: await work.sign(effect.review, signal) }
    } catch (error) {
      const failure = toFailure(error)
      return effect.type === 'prepare'
        ? { type: 'unprepared', attempt, failure, explanation: null }
        : { type: 'failed', attempt, failure, sent: effect.sent }
    }
  })
}

/** What a reading came to, as an event of its attempt. */
export function answerOf<Review>(reviewed: Reviewed<Review>, attempt: number): ApprovalEvent<Review, never> {
  if (reviewed.ok) return { type: 'prepared', attempt, review: reviewed.review }
  const { failure, explanation } = reviewed
  return { type: 'unprepared', attempt, failure, explanation }
}
