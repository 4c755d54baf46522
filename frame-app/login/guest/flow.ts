import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { type Flow, type Machine, startFlow } from '../../core/flow.ts'
import type { Calls } from '../../session/calls.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import { authenticateAsGuest } from './guest-api.ts'

export type GuestState =
  | { readonly status: 'initial'; readonly attempt: number }
  | { readonly status: 'loading'; readonly attempt: number }
  | { readonly status: 'done'; readonly attempt: number; readonly result: FrameResult<'login'> }
  | { readonly status: 'error'; readonly attempt: number; readonly failure: Failure }

export type GuestEvent =
  | { readonly type: 'enter' }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: FrameResult<'login'> }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

interface Enter {
  readonly attempt: number
}
export type GuestFlow = Flow<GuestState, GuestEvent>

/** Pressed once or, after a failure, again; presses while it runs change nothing. */
export const guestMachine: Machine<GuestState, GuestEvent, Enter> = {
  initial: { status: 'initial', attempt: 0 },
  reduce(state, event) {
    if (event.type === 'enter') {
      if (state.status === 'loading' || state.status === 'done') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'loading', attempt }, [{ attempt }]]
    }
    if (state.status !== 'loading' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'authenticated'
      ? [{ status: 'done', attempt, result: event.result }, []]
      : [{ status: 'error', attempt, failure: event.failure }, []]
  },
}

/** @param credential what the device keeps of its guest; made at its first use */
export const startGuestFlow = (calls: Calls, credential: () => string): GuestFlow =>
  startFlow(guestMachine, async ({ attempt }, signal): Promise<GuestEvent> => {
    try {
      const result = await authenticateAsGuest(calls, credential(), signal)
      return { type: 'authenticated', attempt, result }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
