// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openCeremonyWindow } from './ceremony-window.ts'

const toFrame = z.union([
  z.object({ event: z.literal('ready') }),
  z.object({
    event: z.literal('response'),
    response: z.object({ of: z.string(), by: z.optional(z.string()) }),
  }),
])
const TASK = { of: 'one' }
const ANSWER = { event: 'response', response: { of: 'one' } }
const popup = Object.assign(new EventTarget(), { closed: false, close: vi.fn(), postMessage: vi.fn() })
const open = vi.spyOn(window, 'open')

beforeEach(() => {
  Object.assign(popup, { closed: false })
  open.mockReturnValue(popup as unknown as Window)
})
afterEach(() => vi.clearAllMocks())

const opened = () =>
  openCeremonyWindow<typeof TASK, { readonly of: string }>(window, 'app 1', {
    path: 'ceremony',
    toFrame,
    fits: (task, response) => task.of === response.of,
  })
const say = (data: unknown, over: object = {}) =>
  window.dispatchEvent(
    Object.assign(new Event('message'), { source: popup, origin: location.origin, data, ...over }),
  )
function run(signal = new AbortController().signal) {
  const outcome = vi.fn()
  void opened()
    ?.run(TASK, signal)
    .then(outcome, error => outcome(error))
  return outcome
}

it('gives its task to a document of this origin alone, once that is there, and closes the window with the answer', async () => {
  const outcome = run()
  expect(open.mock.calls[0]?.[0]).toBe('/apps/app%201/ceremony')
  expect(popup.postMessage).not.toHaveBeenCalled()
  say({ event: 'ready' })
  await vi.waitFor(() => expect(popup.postMessage).toHaveBeenCalledExactlyOnceWith(TASK, location.origin))
  say(ANSWER)
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith({ of: 'one' }))
  expect(popup.close).toHaveBeenCalled()
})

it('gives its task again to a window that the user reloads', async () => {
  const outcome = run()
  say({ event: 'ready' })
  say({ event: 'ready' })
  await vi.waitFor(() => expect(popup.postMessage).toHaveBeenCalledTimes(2))
  say(ANSWER)
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce())
  say({ event: 'ready' })
  expect(popup.postMessage).toHaveBeenCalledTimes(2)
})

it('takes no answer of another window or site, and none to another task', async () => {
  const outcome = run()
  const by = (name: string) => ({ event: 'response', response: { of: 'one', by: name } })
  say(by('another window'), { source: window })
  say(by('a site'), { origin: 'https://shop.example' })
  say({ event: 'response', response: { of: 'two' } })
  say(by('the window'))
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith({ of: 'one', by: 'the window' }))
})

it('says that the person closed it, and closes it where they leave', async () => {
  vi.useFakeTimers()
  const outcome = run()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcome.mock.lastCall?.[0]).toMatchObject({ code: 'exited_auth_flow' })
  vi.useRealTimers()
  popup.closed = false
  popup.close.mockClear()
  const leaving = new AbortController()
  const left = run(leaving.signal)
  leaving.abort('left')
  await vi.waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('left'))
  expect(popup.close).toHaveBeenCalledOnce()
})

it('is none where the browser opens none', () => {
  open.mockReturnValue(null)
  expect(opened()).toBeNull()
})
