import { type Flow, type Machine, type Step, startFlow } from './flow.ts'

/** One thing that is done when a person asks for it: it can fail, and can then be tried again. */
export type TaskState<Result, Failure> =
  | { readonly status: 'idle'; readonly attempt: number }
  | { readonly status: 'busy'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }

export type TaskEvent<Argument, Result, Failure> =
  | { readonly type: 'start'; readonly argument: Argument }
  | { readonly type: 'done'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

/** The argument, which can be a secret, is in the effect and in no state. */
export interface TaskEffect<Argument> {
  readonly type: 'work'
  readonly attempt: number
  readonly argument: Argument
}

export type Task<Argument, Result, Failure> = Flow<
  TaskState<Result, Failure>,
  TaskEvent<Argument, Result, Failure>
>

export const taskMachine = <Argument, Result, Failure>(): Machine<
  TaskState<Result, Failure>,
  TaskEvent<Argument, Result, Failure>,
  TaskEffect<Argument>
> => ({
  initial: { status: 'idle', attempt: 0 },
  reduce(state, event): Step<TaskState<Result, Failure>, TaskEffect<Argument>> {
    if (event.type === 'start') {
      if (state.status === 'busy' || state.status === 'done') return [state, []]
      const attempt = state.attempt + 1
      return [{ status: 'busy', attempt }, [{ type: 'work', attempt, argument: event.argument }]]
    }
    // The answer of an attempt that is over.
    if (state.status !== 'busy' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'done'
      ? [{ status: 'done', attempt, result: event.result }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
})

/**
 * @param work its signal aborts when the task is stopped
 * @param toFailure what a person is told of what `work` throws
 */
export const startTask = <Argument, Result, Failure>(
  work: (argument: Argument, signal: AbortSignal) => Promise<Result>,
  toFailure: (error: unknown) => Failure,
): Task<Argument, Result, Failure> =>
  startFlow(taskMachine<Argument, Result, Failure>(), async ({ attempt, argument }, signal) => {
    try {
      return { type: 'done', attempt, result: await work(argument, signal) }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
