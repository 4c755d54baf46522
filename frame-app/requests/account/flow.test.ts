import { describe, expect, it, vi } from 'vitest'
import { type AccountEvent, type AccountState, accountMachine, startAccountFlow } from './flow.ts'

const failure = { code: 'internal_error', message: 'No.' } as const
const leaving = { status: 'logging-out', attempt: 2, scope: 'all-devices' } as const

const STATES = {
  open: { status: 'open', attempt: 1 },
  leaving: { status: 'logging-out', attempt: 1, scope: 'device' },
  failed: { status: 'failed', attempt: 1, failure },
  left: { status: 'logged-out', attempt: 1 },
} as const satisfies Record<string, AccountState>

const EVENTS = {
  leave: { type: 'log-out', scope: 'all-devices' },
  left: { type: 'logged-out', attempt: 1 },
  leftStale: { type: 'logged-out', attempt: 0 },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, AccountEvent>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, AccountState>>> = {
  open: { leave: leaving },
  leaving: { left: STATES.left, failed: STATES.failed },
  failed: { leave: leaving },
  left: {},
}

describe('logging out from the account', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = accountMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      expect(effects).toHaveLength(state.attempt === 2 ? 1 : 0)
    })
  })

  it('passes on how far the logout reaches', async () => {
    const logout = vi.fn(async () => {})
    const flow = startAccountFlow({ logout })
    flow.send({ type: 'log-out', scope: 'all-devices' })
    await vi.waitFor(() => expect(flow.get().status).toBe('logged-out'))
    expect(logout).toHaveBeenCalledExactlyOnceWith('all-devices')
  })
})
