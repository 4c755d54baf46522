import { describe, expect, it } from 'vitest'
import { type OauthEvent, type OauthState, oauthMachine } from './flow.ts'
import type { OauthWindow } from './oauth-window.ts'

const RESULT = 'the user'
const { initial, reduce } = oauthMachine<string>()
const opened = (isSeen: boolean): OauthWindow => ({
  flowId: 'flow_1',
  isSeen,
  answer: () => new Promise(() => {}),
  gone: () => new Promise(() => {}),
  close: () => {},
})
const window = opened(true)
const keys = { state: 's'.repeat(48), verifier: 'v'.repeat(48) }
const failure = { code: 'oauth_user_denied', message: 'Cancelled.' } as const

const STATES = {
  initial: { status: 'initial', attempt: 3 },
  beginning: { status: 'loading', step: 'beginning', attempt: 3, window },
  waiting: { status: 'loading', step: 'waiting', attempt: 3, window, keys, sight: 'open' },
  leaving: { status: 'loading', step: 'leaving', attempt: 3 },
  finishing: { status: 'loading', step: 'finishing', attempt: 3 },
  done: { status: 'done', attempt: 3, result: RESULT },
  error: { status: 'error', attempt: 3, failure },
} as const satisfies Record<string, OauthState<string>>
type Place = keyof typeof STATES
const placeOf = (state: OauthState<string>): Place => (state.status === 'loading' ? state.step : state.status)

const EVENTS = {
  start: { type: 'start', window },
  leave: { type: 'leave' },
  resume: { type: 'resume', keys, answer: 'denied' },
  reopen: { type: 'reopen', window },
  back: { type: 'back' },
  begun: { type: 'begun', attempt: 3, keys },
  gone: { type: 'gone', attempt: 3 },
  answered: { type: 'answered', attempt: 3, answer: 'denied' },
  authenticated: { type: 'authenticated', attempt: 3, result: RESULT },
  failed: { type: 'failed', attempt: 3, failure },
} as const satisfies { readonly [T in OauthEvent<string>['type']]: OauthEvent<string> & { type: T } }
type EventType = keyof typeof EVENTS

/** What each event does in each state: the next one and its effects; no entry is "nothing happens". */
const TABLE: Record<Place, Partial<Record<EventType, readonly [Place, ...string[]]>>> = {
  initial: { start: ['beginning', 'begin'], leave: ['leaving', 'leave'], resume: ['finishing', 'finish'] },
  beginning: { begun: ['waiting', 'await-answer', 'watch'], back: ['initial'], failed: ['error'] },
  waiting: {
    gone: ['waiting'],
    answered: ['finishing', 'finish'],
    reopen: ['waiting', 'await-answer', 'watch'],
    leave: ['leaving', 'leave'],
    back: ['initial'],
    failed: ['error'],
  },
  leaving: { back: ['initial'], failed: ['error'] },
  finishing: { authenticated: ['done'], back: ['initial'], failed: ['error'] },
  done: {},
  error: {
    start: ['beginning', 'begin'],
    leave: ['leaving', 'leave'],
    resume: ['finishing', 'finish'],
    back: ['initial'],
  },
}
const places = Object.keys(STATES) as Place[]
const types = Object.keys(EVENTS) as EventType[]
/** What somebody does; the rest answers an attempt. */
const DONE_BY_PERSON: readonly EventType[] = ['start', 'leave', 'resume', 'reopen', 'back']

describe.each(places)('%s', place => {
  it.each(types)('%s', type => {
    const state = STATES[place]
    const [next, effects] = reduce(state, EVENTS[type])
    const expected = TABLE[place][type]
    if (!expected) {
      expect(next).toBe(state)
      expect(effects).toEqual([])
      return
    }
    const [to, ...asked] = expected
    expect(placeOf(next)).toBe(to)
    expect(effects.map(effect => effect.type)).toEqual(asked)
    // What starts anew has an attempt of its own, which its effects carry.
    expect(next.attempt).toBe(state.attempt + (asked.length > 0 ? 1 : 0))
    for (const effect of effects) expect(effect.attempt).toBe(next.attempt)
  })

  it.each(types.filter(type => !DONE_BY_PERSON.includes(type)))('drops a %s of another attempt', type => {
    const state = STATES[place]
    expect(reduce(state, { ...EVENTS[type], attempt: 2 } as OauthEvent<string>)).toEqual([state, []])
  })
})

it('begins at rest', () => {
  expect(initial).toEqual({ status: 'initial', attempt: 0 })
})

it('knows a window that it sees from one that the browser gave no handle of', () => {
  for (const isSeen of [true, false]) {
    const begun = { ...STATES.beginning, window: opened(isSeen) }
    const [next] = reduce(begun, EVENTS.begun)
    expect(next).toMatchObject({ sight: isSeen ? 'open' : 'unseen' })
  }
})

it('takes a window that is gone for no refusal: its answer is still awaited', () => {
  const [gone] = reduce(STATES.waiting, EVENTS.gone)
  expect(gone).toEqual({ ...STATES.waiting, sight: 'gone' })
  expect(placeOf(reduce(gone, EVENTS.answered)[0])).toBe('finishing')
})

it('goes on with the same keys in another window', () => {
  const other = opened(false)
  const [next, effects] = reduce(STATES.waiting, { type: 'reopen', window: other })
  expect(next).toMatchObject({ window: other, keys, sight: 'unseen' })
  expect(effects[0]).toEqual({ type: 'await-answer', attempt: 4, window: other, keys })
})
