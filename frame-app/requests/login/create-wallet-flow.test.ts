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
  needsRecovery: { status: 'needs-recovery', attempt: 1 },
  setting: { status: 'setting-recovery', attempt: 1 },
  done: { status: 'done', attempt: 1 },
} as const satisfies Record<string, CreateState>

const EVENTS = {
  start: { type: 'start' },
  recoveryNeeded: { type: 'recovery-needed', attempt: 1 },
  sent: { type: 'recovery-sent' },
  set: { type: 'recovery-set' },
  notSet: { type: 'recovery-not-set' },
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
    recoveryNeeded: STATES.needsRecovery,
  },
  slow: {
    slow: STATES.slow,
    created: STATES.done,
    failed: STATES.failed,
    recoveryNeeded: STATES.needsRecovery,
  },
  failed: { start: { status: 'creating', attempt: 2, isSlow: true } },
  needsRecovery: {
    sent: STATES.setting,
    start: { status: 'creating', attempt: 2, isSlow: true },
  },
  setting: { set: STATES.done, notSet: STATES.needsRecovery },
  done: {},
}

describe('creating wallets after a login', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = createMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      expect(effects.map(({ type }) => type)).toEqual(state.attempt === 2 ? ['create', 'watch'] : [])
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

  it('asks for a recovery where one is needed', async () => {
    const create = vi
      .fn<Operations['createWalletsOnLogin']>()
      .mockRejectedValueOnce(clientError('embedded_wallet_password_unconfirmed', 'Set one first.'))
    const flow = startCreateFlow({ createWalletsOnLogin: create })
    flow.send({ type: 'start' })
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.get()).toEqual({ status: 'needs-recovery', attempt: 1 })
    expect(create).toHaveBeenCalledExactlyOnceWith(expect.any(AbortSignal))
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
