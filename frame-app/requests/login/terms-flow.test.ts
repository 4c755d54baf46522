import { describe, expect, it } from 'vitest'
import type { Failure } from '../../words/failure.ts'
import { type TermsEffect, type TermsEvent, type TermsState, termsMachine } from './terms-flow.ts'

const failure: Failure = { code: 'service_unavailable', message: 'You appear to be offline.' }

const STATES = {
  asking: { status: 'asking', attempt: 3 },
  accepting: { status: 'accepting', attempt: 3 },
  declining: { status: 'declining', attempt: 3 },
  accepted: { status: 'accepted', attempt: 3 },
  declined: { status: 'declined', attempt: 3 },
  failed: { status: 'failed', attempt: 3, failure },
} as const satisfies Record<TermsState['status'], TermsState>

const EVENTS = {
  accept: { type: 'accept' },
  decline: { type: 'decline' },
  done: { type: 'done', attempt: 3 },
  doneStale: { type: 'done', attempt: 2 },
  failed: { type: 'failed', attempt: 3, failure },
  failedStale: { type: 'failed', attempt: 2, failure },
} as const satisfies Record<string, TermsEvent>

const accept: [TermsState, TermsEffect[]] = [
  { status: 'accepting', attempt: 4 },
  [{ type: 'accept', attempt: 4 }],
]
const decline: [TermsState, TermsEffect[]] = [
  { status: 'declining', attempt: 4 },
  [{ type: 'decline', attempt: 4 }],
]

/** What is not named here leaves the state as it is. */
const CHANGES: Record<
  keyof typeof STATES,
  Partial<Record<keyof typeof EVENTS, [TermsState, TermsEffect[]]>>
> = {
  asking: { accept, decline },
  accepting: { done: [STATES.accepted, []], failed: [STATES.failed, []] },
  declining: { done: [STATES.declined, []], failed: [STATES.failed, []] },
  accepted: {},
  declined: {},
  failed: { accept, decline },
}

describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('terms: %s', stateName => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
    const state = STATES[stateName]
    expect(termsMachine.reduce(state, EVENTS[eventName])).toEqual(
      CHANGES[stateName][eventName] ?? [state, []],
    )
  })
})
