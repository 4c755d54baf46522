import { type Flow, type Machine, type Step, startFlow } from '../core/flow.ts'
import { type Failure, toFailure } from '../words/failure.ts'

/** A passcode is typed and something is done with it. After a failure it can be typed again. */
export type PasscodeState<Result> =
  | { readonly status: 'asking'; readonly attempt: number }
  | { readonly status: 'working'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }

export type PasscodeEvent<Result> =
  | { readonly type: 'submit'; readonly passcode: string }
  | { readonly type: 'done'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

/** The passcode is in the effect and in no state. */
export interface PasscodeEffect {
  readonly type: 'work'
  readonly attempt: number
  readonly passcode: string
}

export type PasscodeFlow<Result> = Flow<PasscodeState<Result>, PasscodeEvent<Result>>

export const passcodeMachine = <Result>(): Machine<
  PasscodeState<Result>,
  PasscodeEvent<Result>,
  PasscodeEffect
> => ({
  initial: { status: 'asking', attempt: 0 },
  reduce(state, event): Step<PasscodeState<Result>, PasscodeEffect> {
    if (event.type === 'submit') {
      if (state.status === 'working' || state.status === 'done') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'working', attempt }, [{ type: 'work', attempt, passcode: event.passcode }]]
    }
    if (state.status !== 'working' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'done'
      ? [{ status: 'done', attempt, result: event.result }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
})

export const startPasscodeFlow = <Result>(
  work: (passcode: string, signal: AbortSignal) => Promise<Result>,
): PasscodeFlow<Result> =>
  startFlow(passcodeMachine<Result>(), async ({ attempt, passcode }, signal) => {
    try {
      return { type: 'done', attempt, result: await work(passcode, signal) }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
