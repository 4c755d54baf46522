import { requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCalls } from '../ui/testing/fake-kernel.ts'
import { awaitSiteKey, toSiteKeyFailure } from './site-key.ts'

const app = { name: 'Shop' }
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function backend(answers: (turn: number) => boolean) {
  const paths: string[] = []
  const calls = fakeCalls({
    async postAuthorized(path, _body, answer) {
      paths.push(path)
      return answer.parse({ is_there: answers(paths.length) })
    },
  })
  return { calls, paths }
}

it('asks until the site’s backend has entered the key', async () => {
  const { calls, paths } = backend(turn => turn === 3)
  const waiting = awaitSiteKey(calls, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(waiting).resolves.toBeUndefined()
  expect(paths).toEqual(Array(3).fill('/recovery/encryption_key/request'))
})

it('gives up after a minute, and says that the site did not answer', async () => {
  const { calls, paths } = backend(() => false)
  const waiting = awaitSiteKey(calls, new AbortController().signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  const failure = toSiteKeyFailure(await waiting, app)
  expect(failure).toEqual({
    code: 'client_request_timeout',
    message: 'Shop didn’t send the key. Try again in a moment.',
  })
  expect(paths).toHaveLength(25)
})

it('stops asking when the person leaves', async () => {
  const { calls, paths } = backend(() => false)
  const leaving = new AbortController()
  const waiting = awaitSiteKey(calls, leaving.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_500)
  leaving.abort()
  expect(await waiting).toBe(leaving.signal.reason)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(paths).toHaveLength(2)
})

it('says that a key which opens nothing is another one', () => {
  const error = new VitrineError({
    type: 'api_error',
    code: 'invalid_credentials',
    message: 'No.',
    status: 422,
  })
  expect(toSiteKeyFailure(error, app).message).toBe('Shop sent the wrong key. Ask Shop for help.')
  expect(toSiteKeyFailure(requestTimedOut(), app).code).toBe('client_request_timeout')
})
