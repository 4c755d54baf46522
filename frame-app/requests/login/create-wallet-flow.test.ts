import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operations } from '../../ui/kernel-context.ts'
import {
  type CreateEvent,
  type CreateState,
  createMachine,
  SCREEN_AFTER_MS,
  startCreateFlow,
} from './create-wallet-flow.ts'

const failure = { code: 'service_unavailable', message: 'Offline.' } as const

const STATES = {
  idle: { status: 'idle', attempt: 1 },
  creating: { status: 'creating', attempt: 1, isSlow: false },
  slow: { status: 'creating', attempt: 1, isSlow: true },
  failed: { status: 'failed', attempt: 1, failure },
  needsPasscode: { status: 'needs-passcode', attempt: 1, failure: null },
  setting: { status: 'setting-passcode', attempt: 1 },
  done: { status: 'done', attempt: 1 },
} as const satisfies Record<string, CreateState>

const EVENTS = {
  start: { type: 'start' },
  passcode: { type: 'passcode', passcode: 'correct horse' },
  passcodeNeeded: { type: 'passcode-needed', attempt: 1 },
  slow: { type: 'slow', attempt: 1 },
  created: { type: 'created', attempt: 1 },
  createdStale: { type: 'created', attempt: 0 },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, CreateEvent>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, CreateState>>> = {
  idle: { start: { status: 'creating', attempt: 2, isSlow: false } },
  creating: {
    slow: STATES.slow,
    created: STATES.done,
    failed: STATES.failed,
    passcodeNeeded: STATES.needsPasscode,
  },
  slow: {
    slow: STATES.slow,
    created: STATES.done,
    failed: STATES.failed,
    passcodeNeeded: STATES.needsPasscode,
  },
  failed: { start: { status: 'creating', attempt: 2, isSlow: true } },
  needsPasscode: {
    passcode: { status: 'setting-passcode', attempt: 2 },
    start: { status: 'creating', attempt: 2, isSlow: true },
  },
  setting: {
    created: STATES.done,
    failed: { status: 'needs-passcode', attempt: 1, failure },
    passcodeNeeded: STATES.needsPasscode,
  },
  done: {},
}

describe('creating wallets after a login', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = createMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      const started = eventName === 'start' ? ['create', 'watch'] : ['create']
      expect(effects.map(({ type }) => type)).toEqual(state.attempt === 2 ? started : [])
    })
  })

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('counts as slow only after a while', async () => {
    const flow = startCreateFlow({ createWalletsOnLogin: () => new Promise(() => {}) })
    flow.send({ type: 'start' })
    await vi.advanceTimersByTimeAsync(SCREEN_AFTER_MS - 1)
    expect(flow.get()).toMatchObject({ status: 'creating', isSlow: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(flow.get()).toMatchObject({ status: 'creating', isSlow: true })
    flow.stop()
  })

  it('asks for a passcode where one is needed, keeps it in no state, and goes on with it', async () => {
    const create = vi
      .fn<Operations['createWalletsOnLogin']>()
      .mockRejectedValueOnce(clientError('embedded_wallet_password_unconfirmed', 'Set one first.'))
      .mockResolvedValueOnce()
    const flow = startCreateFlow({ createWalletsOnLogin: create })
    flow.send({ type: 'start' })
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.get()).toEqual({ status: 'needs-passcode', attempt: 1, failure: null })
    flow.send({ type: 'passcode', passcode: 'correct horse' })
    expect(flow.get()).toEqual({ status: 'setting-passcode', attempt: 2 })
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.get().status).toBe('done')
    expect(create).toHaveBeenLastCalledWith(expect.any(AbortSignal), {
      given: { method: 'user-passcode', text: 'correct horse' },
    })
  })

  it('can be tried again after a failure', async () => {
    const create = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
      .mockResolvedValueOnce()
    const flow = startCreateFlow({ createWalletsOnLogin: create })
    flow.send({ type: 'start' })
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.get()).toMatchObject({ status: 'failed', failure })
    flow.send({ type: 'start' })
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.get().status).toBe('done')
  })
})
