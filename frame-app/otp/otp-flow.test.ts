import { RESEND_AFTER_MS } from '@vitrine/shared/otp/code.ts'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../words/failure.ts'
import { type OtpEffect, type OtpEvent, type OtpState, otpMachine } from './otp-flow.ts'

type State = OtpState<string>

const refused: Failure = { code: 'invalid_credentials', message: 'That code is not right.' }
const offline: Failure = { code: 'service_unavailable', message: 'You appear to be offline.' }
const taken: Failure = { code: 'linked_to_another_user', message: 'This belongs to another account.' }
const base = { attempt: 3, to: 'ada@example.com' }
const timed = { ...base, resendAtMs: 50_000 }

const STATES = {
  initial: { status: 'initial', ...base },
  sending: { status: 'sending-code', ...base, resendAtMs: null },
  resending: { status: 'sending-code', ...timed },
  awaiting: { status: 'awaiting-code-input', ...timed, rejected: null },
  rejected: { status: 'awaiting-code-input', ...timed, rejected: refused },
  submitting: { status: 'submitting-code', ...timed, code: '123456' },
  done: { status: 'done', ...base, result: 'session' },
  sendError: { status: 'error', failedAt: 'sending-code', ...base, failure: offline, resendAtMs: null },
  resendError: { status: 'error', failedAt: 'sending-code', ...timed, failure: offline },
  submitError: { status: 'error', failedAt: 'submitting-code', ...timed, failure: offline, code: '123456' },
  takenError: { status: 'error', failedAt: 'submitting-code', ...timed, failure: taken, code: '123456' },
} as const satisfies Record<string, State>

const EVENTS = {
  recipient: { type: 'submit-recipient', to: 'eve@example.com' },
  code: { type: 'submit-code', code: '654321' },
  resendEarly: { type: 'resend', atMs: 49_999 },
  resend: { type: 'resend', atMs: 50_000 },
  retry: { type: 'retry' },
  back: { type: 'back' },
  sent: { type: 'code-sent', attempt: 3, atMs: 100_000 },
  sentStale: { type: 'code-sent', attempt: 2, atMs: 100_000 },
  authenticated: { type: 'authenticated', attempt: 3, result: 'session' },
  authenticatedStale: { type: 'authenticated', attempt: 2, result: 'session' },
  refused: { type: 'failed', attempt: 3, failure: refused },
  offline: { type: 'failed', attempt: 3, failure: offline },
  offlineStale: { type: 'failed', attempt: 2, failure: offline },
} as const satisfies Record<string, OtpEvent<string>>

const sendTo = (to: string, resendAtMs: number | null): [State, OtpEffect[]] => [
  { status: 'sending-code', attempt: 4, to, resendAtMs },
  [{ type: 'send-code', attempt: 4, to }],
]
const submit = (code: string): [State, OtpEffect[]] => [
  { status: 'submitting-code', ...timed, attempt: 4, code },
  [{ type: 'authenticate', attempt: 4, to: base.to, code }],
]
const goTo = (state: State): [State, OtpEffect[]] => [state, []]

const newAddress = sendTo('eve@example.com', null)
const again = sendTo(base.to, 50_000)
const back = goTo(STATES.initial)
const codeSent = goTo({
  status: 'awaiting-code-input',
  ...base,
  resendAtMs: 100_000 + RESEND_AFTER_MS,
  rejected: null,
})

/** What is not named here leaves the state as it is. */
const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, [State, OtpEffect[]]>>> = {
  initial: { recipient: newAddress },
  sending: {
    back,
    sent: codeSent,
    refused: goTo({ ...STATES.sendError, failure: refused }),
    offline: goTo(STATES.sendError),
  },
  // The code of the mail before may still be good.
  resending: {
    code: submit('654321'),
    back,
    sent: codeSent,
    refused: goTo({ ...STATES.resendError, failure: refused }),
    offline: goTo(STATES.resendError),
  },
  awaiting: { code: submit('654321'), resend: again, back },
  rejected: { code: submit('654321'), resend: again, back },
  submitting: {
    back,
    authenticated: goTo(STATES.done),
    refused: goTo(STATES.rejected),
    offline: goTo(STATES.submitError),
  },
  done: {},
  sendError: { recipient: newAddress, retry: sendTo(base.to, null), back },
  resendError: { code: submit('654321'), resend: again, retry: again, back },
  submitError: { code: submit('654321'), resend: again, retry: submit('123456'), back },
  // The same code, or another one to the same recipient, would be refused again.
  takenError: { code: submit('654321'), resend: again, retry: back, back },
}

const stateNames = Object.keys(STATES) as (keyof typeof STATES)[]
const eventNames = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

describe('code flow', () => {
  describe.each(stateNames)('%s', stateName => {
    it.each(eventNames)('takes %s', eventName => {
      const state = STATES[stateName]
      const expected = CHANGES[stateName][eventName] ?? [state, []]
      expect(otpMachine<string>().reduce(state, EVENTS[eventName])).toEqual(expected)
    })
  })
})
