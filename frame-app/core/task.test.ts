import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { startChoice, startTask, type TaskEvent, type TaskState, taskMachine } from './task.ts'

const failure = { code: 'invalid_credentials', message: 'Wrong.' } as const
type Failure = { readonly code: string; readonly message: string }
const machine = taskMachine<string, string, Failure, number>(argument => argument.length)

const STATES = {
  idle: { status: 'idle', attempt: 0 },
  busy: { status: 'busy', attempt: 1, choice: 5 },
  failed: { status: 'failed', attempt: 1, failure },
  done: { status: 'done', attempt: 1, result: 'opened' },
} as const satisfies Record<string, TaskState<string, Failure, number>>

const EVENTS = {
  start: { type: 'start', argument: 'correct horse' },
  done: { type: 'done', attempt: 1, result: 'opened' },
  doneStale: { type: 'done', attempt: 0, result: 'opened' },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, TaskEvent<string, string, Failure>>

const CHANGES: Record<
  keyof typeof STATES,
  Partial<Record<keyof typeof EVENTS, TaskState<string, Failure, number>>>
> = {
  idle: { start: { status: 'busy', attempt: 1, choice: 13 } },
  busy: { done: STATES.done, failed: STATES.failed },
  failed: { start: { status: 'busy', attempt: 2, choice: 13 } },
  done: {},
}

describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', from => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', name => {
    const [state, effects] = machine.reduce(STATES[from], EVENTS[name])
    expect(state).toEqual(CHANGES[from][name] ?? STATES[from])
    const starts = name === 'start' && (from === 'idle' || from === 'failed')
    expect(effects).toEqual(
      starts ? [{ type: 'work', attempt: state.attempt, argument: 'correct horse' }] : [],
    )
  })
})

it('keeps its argument, such as a passcode, in no state, and can be tried again', async () => {
  const work = vi
    .fn<(passcode: string) => Promise<string>>()
    .mockRejectedValueOnce(clientError('invalid_credentials', 'Wrong.'))
    .mockResolvedValueOnce('opened')
  const flow = startTask(work, error => ({
    code: (error as VitrineError).code,
    message: (error as VitrineError).message,
  }))
  const states: unknown[] = []
  flow.subscribe(() => states.push(flow.get()))
  flow.send({ type: 'start', argument: 'battery staple' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'failed', failure }))
  flow.send({ type: 'start', argument: 'correct horse' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: 'opened' }))
  expect(JSON.stringify(states)).not.toMatch(/horse|staple/)
})

it('says which of several things it does, and takes no other while one runs', async () => {
  const work = vi.fn(async (choice: 'accept' | 'decline') => `${choice}ed`)
  const flow = startChoice(work, () => failure)
  flow.send({ type: 'start', argument: 'accept' })
  expect(flow.get()).toEqual({ status: 'busy', attempt: 1, choice: 'accept' })
  flow.send({ type: 'start', argument: 'decline' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: 'accepted' }))
  expect(work).toHaveBeenCalledOnce()
})
