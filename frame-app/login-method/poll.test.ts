// @vitest-environment jsdom
import { requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollAnswer } from './poll.ts'

const page = { document, window }
const pace = { firstPause: 1_000, longestPause: 5_000, lifetime: 600_000 }
let visibility: DocumentVisibilityState = 'visible'
const see = (next: DocumentVisibilityState) => {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => vi.useRealTimers())

const refusal = (status?: number) =>
  new VitrineError({
    type: status ? 'api_error' : 'client_error',
    code: status === 404 ? 'not_found' : 'service_unavailable',
    message: 'No.',
    ...(status && { status }),
  })
const run = (ask: () => Promise<'denied' | null>, signal = new AbortController().signal) => {
  const result = pollAnswer(ask, pace, page, signal)
  result.catch(() => {})
  return result
}

it('asks until there is an answer, less often as time goes by', async () => {
  const times: number[] = []
  const begun = Date.now()
  const result = run(async () => {
    times.push(Date.now() - begun)
    return times.length < 12 ? null : 'denied'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toBe('denied')
  const pauses = times.map((time, index) => time - (times[index - 1] ?? 0))
  expect(pauses[0]).toBe(1_000)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(Math.max(...pauses)).toBe(5_000)
})

it('asks nothing while nobody looks, and at once when somebody does again', async () => {
  const ask = vi.fn(async () => null)
  const stop = new AbortController()
  run(ask, stop.signal)
  see('hidden')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(ask).not.toHaveBeenCalled()
  see('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(2)
  stop.abort()
})

it.each([undefined, 429, 500, 503])('goes on after a failure that passes (%s)', async status => {
  const ask = vi
    .fn<() => Promise<'denied' | null>>()
    .mockRejectedValueOnce(refusal(status))
    .mockResolvedValue('denied')
  const result = run(ask)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await result).toBe('denied')
})

it('ends with what the server refuses', async () => {
  const result = run(() => Promise.reject(refusal(404)))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(result).rejects.toMatchObject({ code: 'not_found' })
})

it('ends with the flow', async () => {
  const result = run(async () => null)
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  await expect(result).rejects.toEqual(requestTimedOut())
})

it('ends when nobody waits any more', async () => {
  const ask = vi.fn(async () => null)
  const stop = new AbortController()
  const result = run(ask, stop.signal)
  stop.abort(new Error('left'))
  await expect(result).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ask).not.toHaveBeenCalled()
})
