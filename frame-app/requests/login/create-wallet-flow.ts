import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import { wait } from '../../core/wait.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

/** A wallet that is there within this time gets no screen of its own: one that flashes by would only disturb. */
export const SCREEN_AFTER_MS = 250

/**
 * Creating, after a login, the wallets that the app's config asks for. `isSlow`: it has taken long enough to be shown.
 * No task: what fails for want of a passcode goes on with one, and the screen waits for a clock besides.
 */
export type CreateState =
  | { readonly status: 'idle'; readonly attempt: number }
  | { readonly status: 'creating'; readonly attempt: number; readonly isSlow: boolean }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  /** The app wants a recovery passcode of the person's own first. `failure`: the last one could not be set. */
  | { readonly status: 'needs-passcode'; readonly attempt: number; readonly failure: Failure | null }
  | { readonly status: 'setting-passcode'; readonly attempt: number }
  | { readonly status: 'done'; readonly attempt: number }

export type CreateEvent =
  | { readonly type: 'start' }
  | { readonly type: 'passcode'; readonly passcode: string }
  | { readonly type: 'passcode-needed'; readonly attempt: number }
  | { readonly type: 'slow'; readonly attempt: number }
  | { readonly type: 'created'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

/** The passcode is in the effect and in no state. */
export interface CreateEffect {
  readonly type: 'create' | 'watch'
  readonly attempt: number
  readonly passcode?: string
}

export const createMachine: Machine<CreateState, CreateEvent, CreateEffect> = {
  initial: { status: 'idle', attempt: 0 },
  reduce(state, event): Step<CreateState, CreateEffect> {
    if (event.type === 'start') {
      if (state.status !== 'idle' && state.status !== 'failed' && state.status !== 'needs-passcode')
        return [state, []]
      const attempt = state.attempt + 1
      // After a failure or a question the screen is on show already: what is tried again runs in it.
      const isSlow = state.status !== 'idle'
      return [
        { status: 'creating', attempt, isSlow },
        [
          { type: 'create', attempt },
          { type: 'watch', attempt },
        ],
      ]
    }
    if (event.type === 'passcode') {
      if (state.status !== 'needs-passcode') return [state, []]
      const attempt = state.attempt + 1
      return [
        { status: 'setting-passcode', attempt },
        [{ type: 'create', attempt, passcode: event.passcode }],
      ]
    }
    const isRunning = state.status === 'creating' || state.status === 'setting-passcode'
    if (!isRunning || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    switch (event.type) {
      case 'slow':
        return [state.status === 'creating' ? { ...state, isSlow: true } : state, []]
      case 'created':
        return [{ status: 'done', attempt }, []]
      case 'passcode-needed':
        return [{ status: 'needs-passcode', attempt, failure: null }, []]
      case 'failed':
        return state.status === 'creating'
          ? [{ status: 'failed', attempt, failure: event.failure }, []]
          : [{ status: 'needs-passcode', attempt, failure: event.failure }, []]
    }
  },
}

export function startCreateFlow(
  operations: Pick<Operations, 'createWalletsOnLogin'>,
): Flow<CreateState, CreateEvent> {
  return startFlow(createMachine, async ({ type, attempt, passcode }, signal): Promise<CreateEvent> => {
    if (type === 'watch') {
      await wait(SCREEN_AFTER_MS, signal)
      return { type: 'slow', attempt }
    }
    try {
      await operations.createWalletsOnLogin(
        signal,
        passcode === undefined ? undefined : { given: { method: 'user-passcode', text: passcode } },
      )
      return { type: 'created', attempt }
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'embedded_wallet_password_unconfirmed')
        return { type: 'passcode-needed', attempt }
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
