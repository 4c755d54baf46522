import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

export type LogoutScope = 'device' | 'all-devices'

export type AccountState =
  | { readonly status: 'open'; readonly attempt: number }
  | { readonly status: 'logging-out'; readonly attempt: number; readonly scope: LogoutScope }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'logged-out'; readonly attempt: number }

export type AccountEvent =
  | { readonly type: 'log-out'; readonly scope: LogoutScope }
  | { readonly type: 'logged-out'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export interface AccountEffect {
  readonly type: 'log-out'
  readonly attempt: number
  readonly scope: LogoutScope
}

export const accountMachine: Machine<AccountState, AccountEvent, AccountEffect> = {
  initial: { status: 'open', attempt: 0 },
  reduce(state, event): Step<AccountState, AccountEffect> {
    if (event.type === 'log-out') {
      if (state.status === 'logging-out' || state.status === 'logged-out') return [state, []]
      const attempt = state.attempt + 1
      const { scope } = event
      return [{ status: 'logging-out', attempt, scope }, [{ type: 'log-out', attempt, scope }]]
    }
    if (state.status !== 'logging-out' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'logged-out'
      ? [{ status: 'logged-out', attempt }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
}

export function startAccountFlow(operations: Pick<Operations, 'logout'>): Flow<AccountState, AccountEvent> {
  return startFlow(accountMachine, async ({ attempt, scope }): Promise<AccountEvent> => {
    try {
      await operations.logout(scope)
      return { type: 'logged-out', attempt }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
