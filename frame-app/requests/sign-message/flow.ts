import { type Flow, type Machine, type Step, startFlow } from '../../core/flow.ts'
import type { Operations, ScreenRequest } from '../../kernel/ports.ts'
import { type Failure, toFailure } from '../../words/failure.ts'

export type SignRequest = Extract<ScreenRequest, { kind: 'sign-message' }>

/** After a failure the person may approve once more; nothing signs again by itself. */
export type SignState =
  | { readonly status: 'reviewing'; readonly attempt: number }
  | { readonly status: 'signing'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'done'; readonly attempt: number; readonly signature: string }

export type SignEvent =
  | { readonly type: 'approve' }
  | { readonly type: 'signed'; readonly attempt: number; readonly signature: string }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export interface SignEffect {
  readonly type: 'sign'
  readonly attempt: number
}

export const signMachine: Machine<SignState, SignEvent, SignEffect> = {
  initial: { status: 'reviewing', attempt: 0 },
  reduce(state, event): Step<SignState, SignEffect> {
    if (event.type === 'approve') {
      if (state.status !== 'reviewing' && state.status !== 'failed') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'signing', attempt }, [{ type: 'sign', attempt }]]
    }
    if (state.status !== 'signing' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'signed'
      ? [{ status: 'done', attempt, signature: event.signature }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
}

export function startSignFlow(
  operations: Pick<Operations, 'signMessage'>,
  request: SignRequest,
): Flow<SignState, SignEvent> {
  return startFlow(signMachine, async ({ attempt }, signal): Promise<SignEvent> => {
    try {
      const { signature } = await operations.signMessage(request, signal)
      return { type: 'signed', attempt, signature }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
