import type { ErrorBody } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Machine } from '../../core/flow.ts'

/** Following the page's auth state; the statuses are public (contract §5, "external JWT sync"). */
export type FollowState =
  | { readonly status: 'initial' | 'loading' | 'done'; readonly attempt: number }
  | { readonly status: 'error'; readonly attempt: number; readonly failure: ErrorBody }

export type FollowEvent =
  | { readonly type: 'changed' }
  | { readonly type: 'followed'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: ErrorBody }

interface Follow {
  readonly attempt: number
}

/**
 * The newest change counts: what was begun for an earlier one is aborted, and its result dropped. So this is no task, which
 * takes no second start while it runs.
 */
export const followMachine: Machine<FollowState, FollowEvent, Follow> = {
  initial: { status: 'initial', attempt: 0 },
  reduce(state, event) {
    if (event.type === 'changed') {
      const attempt = state.attempt + 1
      return [{ status: 'loading', attempt }, [{ attempt }]]
    }
    if (state.status !== 'loading' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'followed'
      ? [{ status: 'done', attempt }, []]
      : [{ status: 'error', attempt, failure: event.failure }, []]
  },
}
