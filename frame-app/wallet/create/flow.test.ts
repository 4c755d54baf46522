import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CreateEvent,
  type CreateState,
  createMachine,
  SCREEN_AFTER_MS,
  startCreateFlow,
} from './flow.ts'

const failure = { code: 'service_unavailable', message: 'Offline.' } as const

const STATES = {
  idle: { status: 'idle', attempt: 1 },
  creating: { status: 'creating', attempt: 1, isSlow: false },
  slow: { status: 'creating', attempt: 1, isSlow: true },
  failed: { status: 'failed', attempt: 1, failure },
  done: { status: 'done', attempt: 1 },
} as const satisfies Record<string, CreateState>

const EVENTS = {
  start: { type: 'start' },
  slow: { type: 'slow', attempt: 1 },
  created: { type: 'created', attempt: 1 },
  createdStale: { type: 'created', attempt: 0 },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, CreateEvent>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, CreateState>>> = {
  idle: { start: { status: 'creating', attempt: 2, isSlow: false } },
  creating: { slow: STATES.slow, created: STATES.done, failed: STATES.failed },
  slow: { slow: STATES.slow, created: STATES.done, failed: STATES.failed },
  failed: { start: { status: 'creating', attempt: 2, isSlow: true } },
  done: {},
}

describe('creating wallets after a login', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = createMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      const starts = eventName === 'start' && state.attempt === 2
      expect(effects.map(({ type }) => type)).toEqual(starts ? ['create', 'watch'] : [])
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
