import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { createSetting } from './setting.ts'

const { signal } = new AbortController()
const SECRET = { method: 'google-drive', secret: 's', fileId: 'f' } as const
const answered = (status: number, code: ErrorCode = 'internal_error') =>
  new VitrineError({ type: 'api_error', code, message: 'No.', status })

function begin(failures: readonly unknown[], isFirst = false) {
  const discard = vi.fn(async () => {})
  const make = vi.fn(async () => ({ secret: SECRET, discard }))
  const set = vi.fn(async () => {})
  for (const failure of failures) set.mockRejectedValueOnce(failure)
  const setting = createSetting({ isFirst, set })
  return { discard, make, set, setting }
}

it('makes the secret before it is set', async () => {
  const { setting, make, set, discard } = begin([])
  await setting.set(make, signal)
  expect(make.mock.invocationCallOrder[0]).toBeLessThan(set.mock.invocationCallOrder[0] ?? 0)
  expect(set).toHaveBeenCalledExactlyOnceWith(SECRET, signal)
  expect(discard).not.toHaveBeenCalled()
})

it('sets nothing that could not be made', async () => {
  const { setting, set } = begin([])
  await expect(setting.set(() => Promise.reject(new Error('full')), signal)).rejects.toThrow('full')
  expect([set.mock.calls.length, setting.isPending]).toEqual([0, false])
})

it.each([
  ['the server refused', answered(409, 'embedded_wallet_recovery_already_exists')],
  ['the person gave no proof', clientError('user_rejected', 'No.')],
])('takes the secret away again where %s, and makes another one for the next try', async (_, failure) => {
  const { setting, make, discard } = begin([failure])
  await expect(setting.set(make, signal)).rejects.toBe(failure)
  expect([discard.mock.calls.length, setting.isPending]).toEqual([1, false])
  await setting.set(make, signal)
  expect(make).toHaveBeenCalledTimes(2)
})

it.each([
  ['the answer got lost', clientError('client_request_timeout', 'Late.')],
  ['the server failed', answered(500)],
  ['the vault did not answer', clientError('unknown_embedded_wallet_error', 'No.')],
])(
  'keeps the secret where %s: it may be the one that is set, and the next try is with it',
  async (_, failure) => {
    const { setting, make, set, discard } = begin([failure])
    await expect(setting.set(make, signal)).rejects.toBe(failure)
    expect([discard.mock.calls.length, setting.isPending]).toEqual([0, true])
    await setting.set(make, signal)
    expect([make.mock.calls.length, set.mock.calls.length]).toEqual([1, 2])
  },
)

it('keeps the secret of a first wallet that was made where a second one was refused', async () => {
  const { setting, make, discard } = begin([answered(429, 'too_many_requests')], true)
  await expect(setting.set(make, signal)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect([discard.mock.calls.length, setting.isPending]).toEqual([0, true])
})

it('takes the secret away where another device made the first wallet', async () => {
  const { setting, make, discard } = begin([clientError('embedded_wallet_already_exists', 'There.')], true)
  await expect(setting.set(make, signal)).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' })
  expect(discard).toHaveBeenCalledOnce()
})

it('sets nothing for who has left meanwhile, and takes the secret away', async () => {
  const { setting, set, discard } = begin([])
  const leaving = new AbortController()
  const made = setting.set(async () => {
    leaving.abort()
    return { secret: SECRET, discard }
  }, leaving.signal)
  expect(await made.catch((error: unknown) => error)).toBe(leaving.signal.reason)
  expect([set.mock.calls.length, discard.mock.calls.length]).toEqual([0, 1])
})
