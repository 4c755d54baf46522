import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { fakeCalls, user } from '../ui/testing/fake-kernel.ts'
import type { LinkedAccount } from './linkable.ts'
import { startRemoveFlow } from './remove-flow.ts'

const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
const email = { type: 'email', address: 'ada@example.com', ...dates } as const

const start = (calls: Calls, account: LinkedAccount) =>
  startRemoveFlow(calls, createStepUp(calls, { purpose: 'unlink', isFromAccount: false }), account)

describe('removing a way to log in', () => {
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
    const flow = start(fakeCalls({ changeUser }), account)
    flow.send({ type: 'start', argument: undefined })
    await vi.waitFor(() => expect(flow.get().status).toBe('done'))
    expect(changeUser).toHaveBeenCalledExactlyOnceWith(path, body, expect.any(AbortSignal))
  })

  it('keeps what the server says of the last login', async () => {
    const refusal = clientError('cannot_unlink_sole_account', 'This is your only way to log in.')
    const flow = start(fakeCalls({ changeUser: () => Promise.reject(refusal) }), email)
    flow.send({ type: 'start', argument: undefined })
    await vi.waitFor(() =>
      expect(flow.get()).toMatchObject({ status: 'failed', failure: { message: refusal.message } }),
    )
  })
})
