import type { Hex } from '../../chains/ethereum/ports.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import { withLimit } from '../../core/with-limit.ts'
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
  /** Reads once more what changes by itself, while the approval is on screen. */
  | { readonly type: 'refresh'; readonly attempt: number }
  | ({ readonly type: 'refreshed'; readonly attempt: number } & Reread<Review>)
  /** Nobody has answered: the same is asked for once more, and an answer to the first question counts for nothing. */
  | { readonly type: 'ask-again'; readonly attempt: number }

/** A review with what changes by itself, such as fees and balance, as it is now. */
export interface Reread<Review> {
  readonly review: Review
  /** The user has to see it before they approve: what they have seen no longer speaks for it. */
  readonly isMaterial: boolean
}

export type ApprovalEffect<Review> =
  | { readonly type: 'prepare'; readonly attempt: number; readonly sent: readonly Hex[] }
  | {
      readonly type: 'refresh'
      readonly attempt: number
      readonly sent: readonly Hex[]
      readonly review: Review
    }
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
    case 'refresh':
      if (state.status !== 'reviewing') return [state, []]
      return [state, [{ type: 'refresh', attempt, sent, review: state.review }]]
    case 'refreshed': {
      const { review, isMaterial } = event
      if (state.status === 'reviewing' && !isMaterial)
        return review === state.review ? [state, []] : [{ ...state, review }, []]
      // Another attempt: the button is guarded anew, and an answer to what was shown before approves nothing.
      const isOpen = state.status === 'reviewing' || state.status === 'performing'
      if (!isOpen || !isMaterial) return [state, []]
      return [{ status: 'reviewing', attempt: attempt + 1, sent, review }, []]
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
  /**
   * Reads anew what changes by itself. It is called while the review is shown, and once more before anything is signed: what is
   * material is then shown instead. A failure leaves the review as it is.
   */
  reread?(review: Review, signal: AbortSignal): Promise<Reread<Review>>
  /** Signs or sends: once for each approval, with the review that the person approved, or one that is materially the same. */
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
        const { review } = effect
        // Without a wait where nothing is read: a wallet app is asked within the press.
        const { reread } = work
        const fresh = reread
          ? await rereadOr(unchanged(review), limit => reread(review, limit), signal)
          : unchanged(review)
        if (effect.type === 'refresh' || fresh.isMaterial) return { type: 'refreshed', attempt, ...fresh }
        const progress: ApprovalProgress = {
          sent,
          onSent(hash) {
            sent = [...sent, hash]
          },
          onWait: isWaiting => flow.send({ type: 'progressed', attempt, sent, isWaiting }),
        }
        return { type: 'performed', attempt, result: await work.perform(fresh.review, progress, signal) }
      } catch (error) {
        if (error instanceof LookAgain && work.review)
          return lookAgain(work.review, { attempt, sent }, signal)
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

/**
 * Thrown by `perform` between two transactions: what is left is materially not what was approved, so it is reviewed and shown anew.
 */
export class LookAgain extends Error {}

/** Reviews the rest, and shows it in the place of what was being sent. */
async function lookAgain<Review extends AnyReview, Result>(
  review: (sent: readonly Hex[], signal: AbortSignal) => Promise<Reviewed<Review>>,
  { attempt, sent }: Base,
  signal: AbortSignal,
): Promise<ApprovalEvent<Review, Result>> {
  const rest = await review(sent, signal).catch(
    error => ({ ok: false, failure: toApprovalFailure(error) }) as const,
  )
  return rest.ok
    ? { type: 'refreshed', attempt, review: rest.review, isMaterial: true }
    : { type: 'failed', attempt, failure: rest.failure, sent }
}

/** A node that does not answer by then keeps nobody from approving what they see, in milliseconds. */
const REREAD_LIMIT_MS = 8_000

/** Reads anew what was approved. A failure, and an answer that comes too late, leave it as it was. */
export async function rereadOr<Fresh>(
  before: Fresh,
  reread: (signal: AbortSignal) => Promise<Fresh>,
  signal: AbortSignal,
): Promise<Fresh> {
  const [limit, end] = withLimit(signal, REREAD_LIMIT_MS)
  return reread(limit)
    .catch(() => before)
    .finally(end)
}

const unchanged = <Review>(review: Review): Reread<Review> => ({ review, isMaterial: false })

function readyReview<Review>(ready: Review | undefined): Reviewed<Review> {
  if (ready === undefined) throw new TypeError('An approval needs a review')
  return { ok: true, review: ready }
}
