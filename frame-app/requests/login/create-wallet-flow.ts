import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import { wait } from '../../core/wait.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

/** A wallet that is there within this time gets no screen of its own: one that flashes by would only disturb. */
export const SCREEN_AFTER_MS = 250

/**
 * Creating, after a login, the wallets that the app's config asks for. `isSlow`: it has taken long enough to be shown.
 * No task: what fails for want of a recovery goes on with one, and the screen waits for a clock besides.
 */
export type CreateState =
  | { readonly status: 'idle'; readonly attempt: number }
  | { readonly status: 'creating'; readonly attempt: number; readonly isSlow: boolean }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  /** The app wants a recovery of the person's own first: its card sets it with the wallet, and says what went wrong. */
  | { readonly status: 'needs-recovery' | 'setting-recovery'; readonly attempt: number }
  | { readonly status: 'done'; readonly attempt: number }

export type CreateEvent =
  | { readonly type: 'start' }
  /** The recovery's card sends what the person gave, and how it went. */
  | { readonly type: 'recovery-sent' | 'recovery-set' | 'recovery-not-set' }
  | { readonly type: 'recovery-needed'; readonly attempt: number }
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
      if (state.status !== 'idle' && state.status !== 'failed' && state.status !== 'needs-recovery')
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
    const { attempt } = state
    switch (event.type) {
      case 'recovery-sent':
        return [state.status === 'needs-recovery' ? { status: 'setting-recovery', attempt } : state, []]
      case 'recovery-set':
        return [state.status === 'setting-recovery' ? { status: 'done', attempt } : state, []]
      case 'recovery-not-set':
        return [state.status === 'setting-recovery' ? { status: 'needs-recovery', attempt } : state, []]
    }
    if (state.status !== 'creating' || event.attempt !== attempt) return [state, []]
    switch (event.type) {
      case 'slow':
        return [{ ...state, isSlow: true }, []]
      case 'created':
        return [{ status: 'done', attempt }, []]
      case 'recovery-needed':
        return [{ status: 'needs-recovery', attempt }, []]
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
      if (error instanceof VitrineError && error.code === 'embedded_wallet_password_unconfirmed')
        return { type: 'recovery-needed', attempt }
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
