import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

/** Acceptance of the app's terms by someone who has just logged in. Who declines is logged out again. */
export type TermsState =
  | { readonly status: 'asking'; readonly attempt: number }
  | { readonly status: 'accepting'; readonly attempt: number }
  | { readonly status: 'declining'; readonly attempt: number }
  | { readonly status: 'accepted'; readonly attempt: number }
  | { readonly status: 'declined'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }

export type TermsEvent =
  | { readonly type: 'accept' }
  | { readonly type: 'decline' }
  | { readonly type: 'done'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export type TermsEffect = { readonly type: 'accept' | 'decline'; readonly attempt: number }

export const termsMachine: Machine<TermsState, TermsEvent, TermsEffect> = {
  initial: { status: 'asking', attempt: 0 },
  reduce,
}

function reduce(state: TermsState, event: TermsEvent): Step<TermsState, TermsEffect> {
  const isWaiting = state.status === 'accepting' || state.status === 'declining'
  switch (event.type) {
    case 'accept':
      return state.status === 'asking' || state.status === 'failed' ? begin(state, 'accept') : [state, []]
    case 'decline':
      return state.status === 'asking' || state.status === 'failed' ? begin(state, 'decline') : [state, []]
    case 'done':
      if (!isWaiting || event.attempt !== state.attempt) return [state, []]
      return [{ status: state.status === 'accepting' ? 'accepted' : 'declined', attempt: state.attempt }, []]
    case 'failed':
      if (!isWaiting || event.attempt !== state.attempt) return [state, []]
      return [{ status: 'failed', attempt: state.attempt, failure: event.failure }, []]
  }
}

function begin({ attempt: previous }: TermsState, type: TermsEffect['type']): Step<TermsState, TermsEffect> {
  const attempt = previous + 1
  return [{ status: type === 'accept' ? 'accepting' : 'declining', attempt }, [{ type, attempt }]]
}

export function startTermsFlow(
  operations: Pick<Operations, 'acceptTerms' | 'logout'>,
): Flow<TermsState, TermsEvent> {
  return startFlow(termsMachine, async ({ type, attempt }, signal): Promise<TermsEvent> => {
    try {
      if (type === 'accept') await operations.acceptTerms(signal)
      else await operations.logout('device')
      return { type: 'done', attempt }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
