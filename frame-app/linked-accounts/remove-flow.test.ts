import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { fakeCalls, user } from '../ui/testing/fake-kernel.ts'
import { type RemoveEvent, type RemoveState, removeMachine, startRemoveFlow } from './remove-flow.ts'

const failure = { code: 'internal_error', message: 'No.' } as const
const removing = { status: 'removing', attempt: 2 } as const

const STATES = {
  asking: { status: 'asking', attempt: 1 },
  removing: { status: 'removing', attempt: 1 },
  failed: { status: 'failed', attempt: 1, failure },
  removed: { status: 'removed', attempt: 1 },
} as const satisfies Record<string, RemoveState>

const EVENTS = {
  remove: { type: 'remove' },
  removed: { type: 'removed', attempt: 1 },
  removedStale: { type: 'removed', attempt: 0 },
  failed: { type: 'failed', attempt: 1, failure },
  failedStale: { type: 'failed', attempt: 0, failure },
} as const satisfies Record<string, RemoveEvent>

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, RemoveState>>> = {
  asking: { remove: removing },
  removing: { removed: STATES.removed, failed: STATES.failed },
  failed: { remove: removing },
  removed: {},
}

const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
const email = { type: 'email', address: 'ada@example.com', ...dates } as const

describe('removing a way to log in', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const [state, effects] = removeMachine.reduce(STATES[stateName], EVENTS[eventName])
      expect(state).toEqual(CHANGES[stateName][eventName] ?? STATES[stateName])
      expect(effects).toHaveLength(state.attempt === 2 ? 1 : 0)
    })
  })

  it.each([
    [email, '/passwordless/unlink', { address: 'ada@example.com' }],
    [
      { type: 'phone', number: '+1 213 373 4253', ...dates },
      '/passwordless_sms/unlink',
      { phoneNumber: '+1 213 373 4253' },
    ],
    [
      { type: 'passkey', credentialId: 'abc', enrolledInMfa: false, ...dates },
      '/passkeys/unlink',
      { credential_id: 'abc' },
    ],
  ] as const)('asks the server with what names a %o', async (account, path, body) => {
    const changeUser = vi.fn(async () => user)
    const flow = startRemoveFlow(fakeCalls({ changeUser }), account)
    flow.send({ type: 'remove' })
    await vi.waitFor(() => expect(flow.get().status).toBe('removed'))
    expect(changeUser).toHaveBeenCalledExactlyOnceWith(path, body, expect.any(AbortSignal))
  })

  it('keeps what the server says of the last login', async () => {
    const refusal = clientError('cannot_unlink_sole_account', 'This is your only way to log in.')
    const flow = startRemoveFlow(fakeCalls({ changeUser: () => Promise.reject(refusal) }), email)
    flow.send({ type: 'remove' })
    await vi.waitFor(() =>
      expect(flow.get()).toMatchObject({ status: 'failed', failure: { message: refusal.message } }),
    )
  })
})
