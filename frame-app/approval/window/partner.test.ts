// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import { findPartner, type Partner } from './partner.ts'

const fakeFrame = () => ({ postMessage: vi.fn() })
const frame = fakeFrame()
const stranger = fakeFrame()
/** A page with two frames. */
const opener = { ...fakeFrame(), length: 2, 0: stranger, 1: frame }
const review = { event: 'review', id: 'r1', key: 'k', language: 'en', view }

const say = (source: object, message: object, origin = location.origin) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { to: 'vitrine:approval-window', ...message },
      origin,
      source: source as Window,
    }),
  )

const onMessage = vi.fn()
const onGone = vi.fn()
const ready = { event: 'ready', id: null, order: 1 } as const
const announced = [{ to: 'vitrine:approval-frame', app: 'app_demo', ...ready }, location.origin]
let partner: Partner

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(opener, { closed: false, 1: frame })
  partner = findPartner(window, opener as unknown as Window, 'app_demo', () => ready, onMessage, onGone)
})
afterEach(() => {
  partner.stop()
  vi.useRealTimers()
})

it('announces itself to its opener and to the frames there, at this origin alone, until one has a request', async () => {
  await vi.advanceTimersByTimeAsync(600)
  for (const { postMessage } of [opener, stranger, frame])
    expect(postMessage.mock.calls).toEqual([announced, announced, announced])
  say(frame, review)
  await vi.advanceTimersByTimeAsync(600)
  // It asks on, the frame that has the request alone, so that it learns of the end of it.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(frame.postMessage.mock.calls.length).toBeGreaterThan(3)
  expect(stranger.postMessage.mock.calls.length).toBeLessThanOrEqual(4)
})

it('takes its task from the first frame that has one, and from no other after that', () => {
  say(stranger, { event: 'idle' })
  say(frame, review)
  say(stranger, { ...review, key: 'other' })
  expect(onMessage.mock.calls.map(([{ key }]) => key)).toEqual([undefined, 'k'])
  partner.tell({ event: 'answer', id: 'r1', key: 'k', verdict: 'approved' })
  expect(frame.postMessage).toHaveBeenLastCalledWith(
    {
      to: 'vitrine:approval-frame',
      app: 'app_demo',
      event: 'answer',
      id: 'r1',
      key: 'k',
      verdict: 'approved',
    },
    location.origin,
  )
})

it('finds the frame of a page that was loaded again, and says when its opener is gone', async () => {
  say(frame, review)
  const next = fakeFrame()
  Object.assign(opener, { 1: next })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(next.postMessage).toHaveBeenCalledWith(...announced)
  say(next, { event: 'news', language: 'en', news: { event: 'gone' } })
  expect(onMessage.mock.lastCall?.[0].news).toEqual({ event: 'gone' })
  Object.assign(opener, { closed: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onGone).toHaveBeenCalledOnce()
})

it('hears no other origin, no stranger to its opener, and nothing of another form', () => {
  say(frame, review, 'https://shop.example')
  say(fakeFrame(), review)
  say(frame, { ...review, view: { ...view, title: 7 } })
  expect(onMessage).not.toHaveBeenCalled()
})
