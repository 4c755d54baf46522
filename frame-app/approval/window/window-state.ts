/** What an approval window shows, as a pure state machine. It never concludes from silence that something was or was not signed. */
import type { RequestState } from '../view/request-state.ts'
import type { Review, Verdict, WindowNews } from '../view/window-messages.ts'

export type WindowState =
  | { readonly status: 'waiting' }
  | { readonly status: 'review'; readonly review: Review }
  /** The user has answered, and the frame has not confirmed it yet. */
  | { readonly status: 'answering'; readonly key: string; readonly verdict: Verdict }
  /** The state of its request, as the frame or the server has it. */
  | { readonly status: 'told'; readonly state: RequestState }
  | { readonly status: 'unneeded' }
  /** An answer is on its way, and nobody can be asked what became of it. */
  | { readonly status: 'unknown' }

export type WindowEvent =
  | { readonly type: 'wait' }
  | { readonly type: 'review'; readonly review: Review }
  | { readonly type: 'news'; readonly news: WindowNews }
  | { readonly type: 'answer'; readonly key: string; readonly verdict: Verdict }
  /** Nobody has answered for `SILENCE_MS`. */
  | { readonly type: 'silence' }

export const nextWindowState = (state: WindowState, event: WindowEvent): WindowState => {
  if (state.status === 'unneeded') return state
  switch (event.type) {
    case 'wait':
      return state.status === 'told' || state.status === 'waiting' ? state : { status: 'waiting' }
    case 'review': {
      const { review } = event
      // An earlier message about the review that was just answered.
      const isAnswered = state.status === 'answering' && state.key === review.key
      return state.status === 'told' || isAnswered ? state : { status: 'review', review }
    }
    case 'answer':
      // Once for each review, however often the button is pressed.
      return state.status === 'review' && state.review.key === event.key
        ? { status: 'answering', key: event.key, verdict: event.verdict }
        : state
    case 'silence':
      if (state.status === 'answering') return { status: 'unknown' }
      return state.status === 'waiting' ? { status: 'unneeded' } : state
    case 'news':
      return afterNews(state, event.news)
  }
}

function afterNews(state: WindowState, news: WindowNews): WindowState {
  if (news.event === 'state') return { status: 'told', state: news.state }
  if (state.status === 'told') return state
  // An answer from a window that is not the present one does not count.
  if (news.event === 'unneeded' || state.status === 'waiting') return { status: 'unneeded' }
  // The review was live here until now, so it was answered nowhere. An answer may have been taken by the document that is gone.
  return state.status === 'review'
    ? { status: 'told', state: { status: 'cancelled', transactions: [] } }
    : { status: 'unknown' }
}

/** It has said all it can, and closes itself. */
export const isFinished = ({ status }: WindowState): boolean => status === 'told' || status === 'unneeded'
