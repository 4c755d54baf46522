import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import {
  type PasscodeEvent,
  type PasscodeState,
  passcodeMachine,
  startPasscodeFlow,
} from './passcode-flow.ts'

const failure = { code: 'invalid_credentials', message: 'Wrong.' } as const
const machine = passcodeMachine<string>()

const STATES = {
  asking: { status: 'asking', attempt: 0 },
  working: { status: 'working', attempt: 1 },
  failed: { status: 'failed', attempt: 1, failure },
  done: { status: 'done', attempt: 1, result: 'opened' },
} as const satisfies Record<string, PasscodeState<string>>

const EVENTS = {
  submit: { type: 'submit', passcode: 'correct horse' },
  done: { type: 'done', attempt: 1, result: 'opened' },
  doneStale: { type: 'done', attempt: 0, result: 'opened' },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, PasscodeEvent<string>>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, PasscodeState<string>>>> = {
  asking: { submit: { status: 'working', attempt: 1 } },
  working: { done: STATES.done, failed: STATES.failed },
  failed: { submit: { status: 'working', attempt: 2 } },
  done: {},
}

describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', from => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', name => {
    const [state, effects] = machine.reduce(STATES[from], EVENTS[name])
    expect(state).toEqual(CHANGES[from][name] ?? STATES[from])
    const starts = name === 'submit' && (from === 'asking' || from === 'failed')
    expect(effects).toEqual(
      starts ? [{ type: 'work', attempt: state.attempt, passcode: 'correct horse' }] : [],
    )
  })
})

it('keeps the passcode in no state, and can be tried again', async () => {
  const work = vi
    .fn<(passcode: string) => Promise<string>>()
    .mockRejectedValueOnce(clientError('invalid_credentials', 'Wrong.'))
    .mockResolvedValueOnce('opened')
  const flow = startPasscodeFlow(work)
  const states: unknown[] = []
  flow.subscribe(() => states.push(flow.get()))
  flow.send({ type: 'submit', passcode: 'battery staple' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'failed', failure }))
  flow.send({ type: 'submit', passcode: 'correct horse' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: 'opened' }))
  expect(JSON.stringify(states)).not.toMatch(/horse|staple/)
})
