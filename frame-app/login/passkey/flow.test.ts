import { describe, expect, it } from 'vitest'
import type { Ceremony, CeremonyResponse } from './ceremony.ts'
import { type PasskeyEvent, type PasskeyState, passkeyMachine } from './flow.ts'
import type { PasskeyWindow } from './passkey-window.ts'

type Status = PasskeyState<string>['status']
type EventType = PasskeyEvent<string>['type']

const RESULT = 'the user'
const { initial, reduce } = passkeyMachine<string>()
const window: PasskeyWindow = { run: () => new Promise(() => {}), close: () => {} }
const ceremony: Ceremony = { kind: 'get', issued: 'challenge_1', options: { challenge: 'for this device' } }
const response: CeremonyResponse = {
  kind: 'get',
  response: {
    id: 'AAAA',
    raw_id: 'AAAA',
    type: 'public-key',
    client_extension_results: {},
    response: { client_data_json: 'AAAA', authenticator_data: 'AAAA', signature: 'AAAA' },
  },
}
const failure = { code: 'exited_auth_flow', message: 'Cancelled.' } as const
const here = { attempt: 3, purpose: 'log-in', window: null } as const

const STATES = {
  initial: { status: 'initial', attempt: 3 },
  'generating-challenge': { status: 'generating-challenge', ...here },
  'awaiting-passkey': { status: 'awaiting-passkey', ...here, ceremony },
  'submitting-response': { status: 'submitting-response', ...here, challenge: 'challenge_1', response },
  done: { status: 'done', attempt: 3, result: RESULT },
  error: { status: 'error', ...here, failure, offersWindow: true },
} as const satisfies { readonly [S in Status]: PasskeyState<string> & { status: S } }

const EVENTS = {
  start: { type: 'start', purpose: 'sign-up', window: null },
  'window-blocked': { type: 'window-blocked', purpose: 'sign-up', failure },
  back: { type: 'back' },
  'challenge-ready': { type: 'challenge-ready', attempt: 3, ceremony },
  'passkey-given': { type: 'passkey-given', attempt: 3, response },
  authenticated: { type: 'authenticated', attempt: 3, result: RESULT },
  failed: { type: 'failed', attempt: 3, failure, offersWindow: true },
} as const satisfies { readonly [T in EventType]: PasskeyEvent<string> & { type: T } }

/** What each event does in each state: the next status and the effect; no entry is "nothing happens". */
const TABLE: {
  readonly [S in Status]: Partial<Record<EventType, readonly [Status, string?]>>
} = {
  initial: { start: ['generating-challenge', 'generate-challenge'], 'window-blocked': ['error'] },
  'generating-challenge': {
    'challenge-ready': ['awaiting-passkey', 'await-passkey'],
    back: ['initial'],
    failed: ['error'],
  },
  'awaiting-passkey': {
    'passkey-given': ['submitting-response', 'submit-response'],
    back: ['initial'],
    failed: ['error'],
  },
  'submitting-response': { authenticated: ['done'], back: ['initial'], failed: ['error'] },
  done: {},
  error: {
    start: ['generating-challenge', 'generate-challenge'],
    'window-blocked': ['error'],
    back: ['initial'],
  },
}

const statuses = Object.keys(STATES) as Status[]
const types = Object.keys(EVENTS) as EventType[]

describe.each(statuses)('%s', status => {
  it.each(types)('%s', type => {
    const state = STATES[status]
    const [next, effects] = reduce(state, EVENTS[type])
    const expected = TABLE[status][type]
    if (!expected) {
      expect(next).toBe(state)
      expect(effects).toEqual([])
      return
    }
    const [nextStatus, effect] = expected
    expect(next.status).toBe(nextStatus)
    expect(effects.map(it => it.type)).toEqual(effect === undefined ? [] : [effect])
  })
})

describe('a stale answer changes nothing', () => {
  it.each(['challenge-ready', 'passkey-given', 'authenticated', 'failed'] as const)('%s', type => {
    for (const state of Object.values(STATES)) {
      expect(reduce(state, { ...EVENTS[type], attempt: 2 })[0]).toBe(state)
    }
  })
})

it('begins every attempt with a challenge of its own', () => {
  const [first] = reduce(initial, EVENTS.start)
  expect(first.attempt).toBe(1)
  expect(reduce(STATES.error, EVENTS.start)[0].attempt).toBe(4)
})

it('goes on in the window that the click opened, and offers none after it', () => {
  const [started] = reduce(STATES.error, { ...EVENTS.start, window })
  const [awaiting, effects] = reduce(started, { ...EVENTS['challenge-ready'], attempt: 4 })
  expect(effects).toEqual([{ type: 'await-passkey', attempt: 4, ceremony, window }])
  const [failed] = reduce(awaiting, { ...EVENTS.failed, attempt: 4 })
  expect(failed).toMatchObject({ status: 'error', offersWindow: false, window: null })
})

it('answers with the challenge that the passkey was asked for', () => {
  const [, effects] = reduce(STATES['awaiting-passkey'], EVENTS['passkey-given'])
  expect(effects).toEqual([{ type: 'submit-response', attempt: 3, challenge: 'challenge_1', response }])
})
