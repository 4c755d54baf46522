import { type Flow, type Machine, type Step, startFlow } from '../core/flow.ts'
import type { Calls } from '../session/calls.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import type { LinkedAccount } from './linkable.ts'
import { unlinkAccount } from './unlink-account.ts'

/** Taking a way to log in away: the person is asked, and can try again when it fails. */
export type RemoveState =
  | { readonly status: 'asking'; readonly attempt: number }
  | { readonly status: 'removing'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'removed'; readonly attempt: number }

export type RemoveEvent =
  | { readonly type: 'remove' }
  | { readonly type: 'removed'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export interface RemoveEffect {
  readonly type: 'unlink'
  readonly attempt: number
}

export const removeMachine: Machine<RemoveState, RemoveEvent, RemoveEffect> = {
  initial: { status: 'asking', attempt: 0 },
  reduce(state, event): Step<RemoveState, RemoveEffect> {
    if (event.type === 'remove') {
      if (state.status === 'removing' || state.status === 'removed') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'removing', attempt }, [{ type: 'unlink', attempt }]]
    }
    if (state.status !== 'removing' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'removed'
      ? [{ status: 'removed', attempt }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
}

export function startRemoveFlow(calls: Calls, account: LinkedAccount): Flow<RemoveState, RemoveEvent> {
  return startFlow(removeMachine, async ({ attempt }, signal): Promise<RemoveEvent> => {
    try {
      await unlinkAccount(calls, account, signal)
      return { type: 'removed', attempt }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
