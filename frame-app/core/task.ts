import { type Flow, type Machine, type Step, startFlow } from './flow.ts'

/**
 * One thing that is done when a person asks for it: it can fail, and can then be tried again.
 * @typeParam Choice what of the argument is shown while the work runs; `undefined` for a task that is no choice
 */
export type TaskState<Result, Failure, Choice = undefined> =
  | { readonly status: 'idle'; readonly attempt: number }
  | { readonly status: 'busy'; readonly attempt: number; readonly choice: Choice }
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }

export type TaskEvent<Argument, Result, Failure> =
  | { readonly type: 'start'; readonly argument: Argument }
  | { readonly type: 'done'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

/** The argument, which can be a secret, is in the effect; a state has no more of it than its choice. */
export interface TaskEffect<Argument> {
  readonly type: 'work'
  readonly attempt: number
  readonly argument: Argument
}

export type Task<Argument, Result, Failure, Choice = undefined> = Flow<
  TaskState<Result, Failure, Choice>,
  TaskEvent<Argument, Result, Failure>
>

/** @param choiceOf what of the argument is shown while the work runs */
export const taskMachine = <Argument, Result, Failure, Choice>(
  choiceOf: (argument: Argument) => Choice,
): Machine<
  TaskState<Result, Failure, Choice>,
  TaskEvent<Argument, Result, Failure>,
  TaskEffect<Argument>
> => ({
  initial: { status: 'idle', attempt: 0 },
  reduce(state, event): Step<TaskState<Result, Failure, Choice>, TaskEffect<Argument>> {
    if (event.type === 'start') {
      if (state.status === 'busy' || state.status === 'done') return [state, []]
      const { argument } = event
      const attempt = state.attempt + 1
      return [{ status: 'busy', attempt, choice: choiceOf(argument) }, [{ type: 'work', attempt, argument }]]
    }
    // The answer of an attempt that is over.
    if (state.status !== 'busy' || event.attempt !== state.attempt) return [state, []]
    const { attempt } = state
    return event.type === 'done'
      ? [{ status: 'done', attempt, result: event.result }, []]
      : [{ status: 'failed', attempt, failure: event.failure }, []]
  },
})

type Work<Argument, Result> = (argument: Argument, signal: AbortSignal) => Promise<Result>

/**
 * @param work its signal aborts when the task is stopped
 * @param toFailure what a person is told of what `work` throws
 */
export const startTask = <Argument, Result, Failure>(
  work: Work<Argument, Result>,
  toFailure: (error: unknown) => Failure,
): Task<Argument, Result, Failure> => start(() => undefined, work, toFailure)

/**
 * A task that does one of several things, of which one runs at a time: its state says which.
 * @param work as for `startTask`. Its argument is what the person chose, and no secret
 */
export const startChoice = <Choice, Result, Failure>(
  work: Work<Choice, Result>,
  toFailure: (error: unknown) => Failure,
): Task<Choice, Result, Failure, Choice> => start(choice => choice, work, toFailure)

const start = <Argument, Result, Failure, Choice>(
  choiceOf: (argument: Argument) => Choice,
  work: Work<Argument, Result>,
  toFailure: (error: unknown) => Failure,
): Task<Argument, Result, Failure, Choice> =>
  startFlow(
    taskMachine<Argument, Result, Failure, Choice>(choiceOf),
    async ({ attempt, argument }, signal) => {
      try {
        return { type: 'done', attempt, result: await work(argument, signal) }
      } catch (error) {
        return { type: 'failed', attempt, failure: toFailure(error) }
      }
    },
  )
