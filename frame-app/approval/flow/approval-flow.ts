import type { Hex } from '../../chains/ethereum/ports.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import { type ApprovalFailure, toApprovalFailure } from '../approval-failure.ts'
import type { Explanation } from '../explain/explanation.ts'

/**
 * An approval: read what the request does, show it, perform it once the person has approved. `sent` are the transactions
 * of this request that are on their way already; after a failure only the rest is prepared again.
 */
export type ApprovalState<Review, Result> =
  | (Base & { readonly status: 'preparing' })
  | (Base & {
      readonly status: 'unprepared'
      readonly failure: ApprovalFailure
      /** What could be read all the same. */
      readonly explanation: Explanation | null
    })
  | (Base & { readonly status: 'reviewing'; readonly review: Review })
  | (Base & {
      readonly status: 'performing'
      readonly review: Review
      /** Nothing is signed at this moment: what was sent has to be in a block first, and a person may stop here. */
      readonly isWaiting: boolean
    })
  | (Base & { readonly status: 'failed'; readonly review: Review; readonly failure: ApprovalFailure })
  | (Base & { readonly status: 'done'; readonly result: Result })

interface Base {
  readonly attempt: number
  readonly sent: readonly Hex[]
}

export type ApprovalEvent<Review, Result> =
  | { readonly type: 'prepared'; readonly attempt: number; readonly review: Review }
  | {
      readonly type: 'unprepared'
      readonly attempt: number
      readonly failure: ApprovalFailure
      readonly explanation: Explanation | null
    }
  /** `attempt`: of the review that the person saw. */
  | { readonly type: 'approve'; readonly attempt: number }
  /** In the middle of performing. */
  | {
      readonly type: 'progressed'
      readonly attempt: number
      readonly sent: readonly Hex[]
      readonly isWaiting: boolean
    }
  | { readonly type: 'performed'; readonly attempt: number; readonly result: Result }
  | {
      readonly type: 'failed'
      readonly attempt: number
      readonly failure: ApprovalFailure
      readonly sent: readonly Hex[]
    }
  /** Reads everything anew: fees, balance and nonce are not those of before. */
  | { readonly type: 'retry' }
  /** Nobody has answered: the same is asked for once more, and an answer to the first question counts for nothing. */
  | { readonly type: 'ask-again'; readonly attempt: number }

export type ApprovalEffect<Review> =
  | { readonly type: 'prepare'; readonly attempt: number; readonly sent: readonly Hex[] }
  | {
      readonly type: 'perform'
      readonly attempt: number
      readonly sent: readonly Hex[]
      readonly review: Review
    }

export type ApprovalFlow<Review, Result> = Flow<ApprovalState<Review, Result>, ApprovalEvent<Review, Result>>

/** What the machine reads of a review: whether it holds after a failure too, see `ReviewBase`. */
export interface AnyReview {
  readonly isFixed?: boolean
}

/**
 * @param ready a review to begin with; without one it has to be read first
 * @param mayAskAgain as of `ApprovalWork`
 */
export const approvalMachine = <Review extends AnyReview, Result>(
  ready?: Review,
  mayAskAgain = false,
): Machine<ApprovalState<Review, Result>, ApprovalEvent<Review, Result>, ApprovalEffect<Review>> => ({
  initial:
    ready === undefined
      ? { status: 'preparing', attempt: 0, sent: [] }
      : { status: 'reviewing', attempt: 0, sent: [], review: ready },
  // A send that is asked for twice may be paid for twice.
  reduce: (state, event) =>
    event.type === 'ask-again' && !mayAskAgain ? [state, []] : reduce<Review, Result>(state, event),
})

function reduce<Review extends AnyReview, Result>(
  state: ApprovalState<Review, Result>,
  event: ApprovalEvent<Review, Result>,
): Step<ApprovalState<Review, Result>, ApprovalEffect<Review>> {
  const { sent } = state
  if (event.type === 'retry') {
    const isIdle = state.status === 'unprepared' || state.status === 'failed' || state.status === 'reviewing'
    if (!isIdle && !(state.status === 'preparing' && state.attempt === 0)) return [state, []]
    const attempt = state.attempt + 1
    return [{ status: 'preparing', attempt, sent }, [{ type: 'prepare', attempt, sent }]]
  }
  const { attempt } = state
  if (event.attempt !== attempt) return [state, []]
  switch (event.type) {
    case 'prepared':
      if (state.status !== 'preparing') return [state, []]
      return [{ status: 'reviewing', attempt, sent, review: event.review }, []]
    case 'unprepared': {
      if (state.status !== 'preparing') return [state, []]
      const { failure, explanation } = event
      return [{ status: 'unprepared', attempt, sent, failure, explanation }, []]
    }
    case 'approve': {
      // After a failure, fees and nonces may have changed: they are read and shown anew. A message has none.
      const isApprovable = state.status === 'reviewing' || (state.status === 'failed' && state.review.isFixed)
      if (!isApprovable) return [state, []]
      const { review } = state
      return [
        { status: 'performing', attempt: attempt + 1, sent, review, isWaiting: false },
        [{ type: 'perform', attempt: attempt + 1, sent, review }],
      ]
    }
    case 'ask-again': {
      if (state.status !== 'performing') return [state, []]
      const { review } = state
      return [
        { status: 'performing', attempt: attempt + 1, sent, review, isWaiting: false },
        [{ type: 'perform', attempt: attempt + 1, sent, review }],
      ]
    }
    case 'progressed':
      if (state.status !== 'performing') return [state, []]
      return [{ ...state, sent: event.sent, isWaiting: event.isWaiting }, []]
    case 'performed':
      if (state.status !== 'performing') return [state, []]
      return [{ status: 'done', attempt, sent, result: event.result }, []]
    case 'failed': {
      if (state.status !== 'performing') return [state, []]
      const { failure } = event
      return [{ status: 'failed', attempt, sent: event.sent, review: state.review, failure }, []]
    }
  }
}

/** A review, or why there is none, with what could be explained all the same. */
export type Reviewed<Review> =
  | { readonly ok: true; readonly review: Review }
  | { readonly ok: false; readonly failure: ApprovalFailure; readonly explanation: Explanation | null }

export interface ApprovalWork<Review, Result> {
  /** A review for which nothing has to be read: the approval begins with it. */
  readonly ready?: Review
  /** Whether the same may be asked for once more while nobody has answered; see `may-ask-again.ts`. */
  readonly mayAskAgain?: boolean
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
    approvalMachine<Review, Result>(work.ready, work.mayAskAgain),
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
        const failure = toApprovalFailure(error)
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
