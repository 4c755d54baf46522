import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import { type SignEvent, type SignState, signMachine, startSignFlow } from './flow.ts'

const failure = { code: 'service_unavailable', message: 'Offline.' } as const
const signing = { status: 'signing', attempt: 2 } as const

const STATES = {
  reviewing: { status: 'reviewing', attempt: 1 },
  signing: { status: 'signing', attempt: 1 },
  failed: { status: 'failed', attempt: 1, failure },
  done: { status: 'done', attempt: 1, signature: '0x01' },
} as const satisfies Record<string, SignState>

const EVENTS = {
  approve: { type: 'approve' },
  signed: { type: 'signed', attempt: 1, signature: '0x01' },
  signedStale: { type: 'signed', attempt: 0, signature: '0x02' },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, SignEvent>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, SignState>>> = {
  reviewing: { approve: signing },
  signing: { signed: STATES.done, failed: STATES.failed },
  failed: { approve: signing },
  done: {},
}

describe('signing a message', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = signMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      expect(effects).toEqual(state.attempt === 2 ? [{ type: 'sign', attempt: 2 }] : [])
    })
  })

  it('signs once for one approval and never again by itself', async () => {
    const signMessage = vi.fn(async () => {
      throw clientError('service_unavailable', 'Offline.')
    })
    const flow = startSignFlow(
      { signMessage },
      { id: '1', kind: 'sign-message', wallet, message: 'Hi', encoding: 'utf-8', uiOptions: {} },
    )
    flow.send({ type: 'approve' })
    flow.send({ type: 'approve' })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'failed', failure }))
    expect(signMessage).toHaveBeenCalledTimes(1)
  })
})
