import { type Failure, toFailure } from '../../flow/failure.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../flow/kernel.ts'
import { wait } from '../../flow/wait.ts'
import type { Operations } from '../../kernel/ports.ts'

/** A wallet that is there within this time gets no screen of its own: one that flashes by would only disturb. */
export const SCREEN_AFTER_MS = 250

/** Creating, after a login, the wallets that the app's config asks for. `isSlow`: it has taken long enough to be shown. */
export type CreateState =
  | { readonly status: 'idle'; readonly attempt: number }
  | { readonly status: 'creating'; readonly attempt: number; readonly isSlow: boolean }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'done'; readonly attempt: number }

export type CreateEvent =
  | { readonly type: 'start' }
  | { readonly type: 'slow'; readonly attempt: number }
  | { readonly type: 'created'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export interface CreateEffect {
  readonly type: 'create' | 'watch'
  readonly attempt: number
}

export const createMachine: Machine<CreateState, CreateEvent, CreateEffect> = {
  initial: { status: 'idle', attempt: 0 },
  reduce(state, event): Step<CreateState, CreateEffect> {
    if (event.type === 'start') {
      if (state.status === 'creating' || state.status === 'done') return [state, []]
      const attempt = state.attempt + 1
      // After a failure the screen is on show already: the retry runs in it.
      const isSlow = state.status === 'failed'
      return [
        { status: 'creating', attempt, isSlow },
        [
          { type: 'create', attempt },
          { type: 'watch', attempt },
        ],
      ]
    }
    if (state.status !== 'creating' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    switch (event.type) {
      case 'slow':
        return [{ status: 'creating', attempt, isSlow: true }, []]
      case 'created':
        return [{ status: 'done', attempt }, []]
      case 'failed':
        return [{ status: 'failed', attempt, failure: event.failure }, []]
    }
  },
}

export function startCreateFlow(
  operations: Pick<Operations, 'createWalletsOnLogin'>,
): Flow<CreateState, CreateEvent> {
  return startFlow(createMachine, async ({ type, attempt }, signal): Promise<CreateEvent> => {
    if (type === 'watch') {
      await wait(SCREEN_AFTER_MS, signal)
      return { type: 'slow', attempt }
    }
    try {
      await operations.createWalletsOnLogin(signal)
      return { type: 'created', attempt }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
