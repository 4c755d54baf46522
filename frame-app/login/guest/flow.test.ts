import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import { fakeCalls, loginResult } from '../../ui/testing/fake-kernel.ts'
import { type GuestEvent, type GuestState, guestMachine, startGuestFlow } from './flow.ts'

const failure = { code: 'service_unavailable', message: 'Try again.' } as const
const initial: GuestState = { status: 'initial', attempt: 0 }
const loading: GuestState = { status: 'loading', attempt: 1 }
const done: GuestState = { status: 'done', attempt: 1, result: loginResult }
const error: GuestState = { status: 'error', attempt: 1, failure }
const enter: GuestEvent = { type: 'enter' }
const authenticated: GuestEvent = { type: 'authenticated', attempt: 1, result: loginResult }
const failed: GuestEvent = { type: 'failed', attempt: 1, failure }

it.each<[GuestState, GuestEvent, GuestState]>([
  [initial, enter, loading],
  [initial, authenticated, initial],
  [initial, failed, initial],
  [loading, enter, loading],
  [loading, authenticated, done],
  [loading, failed, error],
  [loading, { ...authenticated, attempt: 0 }, loading],
  [loading, { ...failed, attempt: 0 }, loading],
  [done, enter, done],
  [done, authenticated, done],
  [done, failed, done],
  [error, enter, { status: 'loading', attempt: 2 }],
  [error, authenticated, error],
  [error, failed, error],
])('%j on %j becomes %j', (state, event, next) => {
  const [result, effects] = guestMachine.reduce(state, event)
  expect(result).toEqual(next)
  expect(effects).toEqual(event === enter && result !== state ? [{ attempt: result.attempt }] : [])
})

it('sends the credential of the device, the same one when it is tried again', async () => {
  const credential = 'c'.repeat(43)
  const authenticate = vi
    .fn<Calls['authenticate']>()
    .mockRejectedValueOnce(clientError('service_unavailable', 'Try again.'))
    .mockResolvedValue(loginResult)
  const flow = startGuestFlow(fakeCalls({ authenticate }), () => credential)
  flow.send(enter)
  await vi.waitFor(() => expect(flow.get().status).toBe('error'))
  flow.send(enter)
  await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: loginResult }))
  expect(authenticate.mock.calls.map(([path, body]) => [path, body])).toEqual(
    Array(2).fill(['/guest/authenticate', { guest_credential: credential }]),
  )
})
