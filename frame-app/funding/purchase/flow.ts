import type { Machine, Step } from '../../core/flow.ts'
import type { Failure } from '../../words/failure.ts'
import type { FundingOutcome } from '../method.ts'
import type { Purchase } from './vendor.ts'

/** The company's window, as far as it is seen from here. `unseen`: the browser gave no handle, and may have opened it all the same. */
export type Sight = 'open' | 'gone' | 'unseen'

interface Opened {
  readonly attempt: number
  /** Purchases whose page was opened, newest last: any of them may have been paid. */
  readonly opened: readonly string[]
}

/**
 * A purchase at another company. What became of it only the company says, by way of the server: what comes back with a window, or
 * that the window is gone, decides nothing.
 */
export type PurchaseState =
  | (Opened & { readonly status: 'preparing' })
  | (Opened & { readonly status: 'ready'; readonly purchase: Purchase })
  | (Opened & { readonly status: 'unprepared'; readonly failure: Failure })
  | (Opened & { readonly status: 'waiting'; readonly sight: Sight })
  /** Nobody has said for long how it stands. */
  | (Opened & { readonly status: 'late' })
  /** The company has refused all of them, or the server will not tell. */
  | (Opened & { readonly status: 'failed'; readonly failure: Failure | null })
  | (Opened & { readonly status: 'completed'; readonly outcome: FundingOutcome })

export type PurchaseEvent =
  | { readonly type: 'prepare' }
  | { readonly type: 'prepared'; readonly attempt: number; readonly purchase: Purchase }
  | { readonly type: 'unprepared'; readonly attempt: number; readonly failure: Failure }
  /** The address of its page is too old to be opened. */
  | { readonly type: 'aged'; readonly attempt: number }
  | { readonly type: 'opened'; readonly sight: Sight }
  | { readonly type: 'gone'; readonly attempt: number }
  | { readonly type: 'told'; readonly attempt: number; readonly outcome: FundingOutcome | null }
  | { readonly type: 'untold'; readonly attempt: number; readonly failure: Failure | null }
  | { readonly type: 'ask-again' }

export type PurchaseEffect = { readonly attempt: number } & (
  | { readonly type: 'prepare' | 'watch' | 'age' }
  | { readonly type: 'ask'; readonly opened: readonly string[] }
)

/** @param resumed purchases of before a reload, whose end nobody knows yet */
export const purchaseMachine = (
  resumed: readonly string[],
): Machine<PurchaseState, PurchaseEvent, PurchaseEffect> => ({
  initial:
    resumed.length > 0
      ? { status: 'late', attempt: 0, opened: resumed }
      : { status: 'unprepared', attempt: 0, opened: [], failure: { code: 'internal_error', message: '' } },
  reduce(state, event): Step<PurchaseState, PurchaseEffect> {
    const { opened } = state
    const attempt = state.attempt + 1
    const ask = (ids = opened): readonly PurchaseEffect[] =>
      ids.length > 0 ? [{ type: 'ask', attempt, opened: ids }] : []
    switch (event.type) {
      case 'prepare':
        if (state.status === 'preparing' || state.status === 'completed') return [state, []]
        return [{ status: 'preparing', attempt, opened }, [{ type: 'prepare', attempt }, ...ask()]]
      case 'opened': {
        if (state.status !== 'ready') return [state, []]
        const all = [...opened, state.purchase.id]
        return [
          { status: 'waiting', attempt, opened: all, sight: event.sight },
          [...ask(all), { type: 'watch', attempt }],
        ]
      }
      case 'ask-again':
        if (state.status !== 'late') return [state, []]
        return [{ status: 'waiting', attempt, opened, sight: 'gone' }, ask()]
    }
    // Of a state that was left meanwhile.
    if (event.attempt !== state.attempt) return [state, []]
    switch (event.type) {
      case 'prepared':
        if (state.status !== 'preparing') return [state, []]
        return [
          { status: 'ready', attempt, opened, purchase: event.purchase },
          [{ type: 'age', attempt }, ...ask()],
        ]
      case 'unprepared':
        if (state.status !== 'preparing') return [state, []]
        return [{ status: 'unprepared', attempt, opened, failure: event.failure }, ask()]
      case 'aged':
        if (state.status !== 'ready') return [state, []]
        return [{ status: 'preparing', attempt, opened }, [{ type: 'prepare', attempt }, ...ask()]]
      case 'gone':
        return [state.status === 'waiting' ? { ...state, sight: 'gone' } : state, []]
      case 'told':
        // Once it is there, it is there, whatever is said afterwards.
        if (state.status === 'completed') return [state, []]
        return event.outcome
          ? [{ status: 'completed', attempt, opened, outcome: event.outcome }, []]
          : [{ status: 'failed', attempt, opened, failure: null }, []]
      case 'untold':
        if (state.status === 'completed') return [state, []]
        return event.failure
          ? [{ status: 'failed', attempt, opened, failure: event.failure }, []]
          : [{ status: 'late', attempt, opened }, []]
    }
  },
})
