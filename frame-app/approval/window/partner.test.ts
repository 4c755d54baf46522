// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import { findPartner, type Partner } from './partner.ts'

const fakeFrame = () => ({ postMessage: vi.fn() })
const frame = fakeFrame()
const stranger = fakeFrame()
/** A page with two frames. */
const opener = { ...fakeFrame(), length: 2, 0: stranger, 1: frame }
const review = { event: 'review', key: 'k', language: 'en', view }

const say = (source: object, message: object, origin = location.origin) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { to: 'vitrine:approval-window', ...message },
      origin,
      source: source as Window,
    }),
  )

const onMessage = vi.fn()
let partner: Partner

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  partner = findPartner(window, opener as unknown as Window, onMessage)
})
afterEach(() => {
  partner.stop()
  vi.useRealTimers()
})

it('says that it is there to who opened it and to the frames there, at this origin alone, until one answers', async () => {
  await vi.advanceTimersByTimeAsync(600)
  const ready = [{ to: 'vitrine:approval-frame', event: 'ready' }, location.origin]
  for (const { postMessage } of [opener, stranger, frame])
    expect(postMessage.mock.calls).toEqual([ready, ready, ready])
  say(frame, { event: 'wait', language: 'en' })
  await vi.advanceTimersByTimeAsync(600)
  expect(frame.postMessage).toHaveBeenCalledTimes(3)
})

it('takes its task from the first that answers, and from no other after that', () => {
  say(frame, review)
  say(stranger, { ...review, key: 'other' })
  expect(onMessage.mock.calls.map(([{ key }]) => key)).toEqual(['k'])
  partner.tell({ to: 'vitrine:approval-frame', event: 'approved', key: 'k' })
  expect(frame.postMessage).toHaveBeenLastCalledWith(
    { to: 'vitrine:approval-frame', event: 'approved', key: 'k' },
    location.origin,
  )
})

it('hears no other origin, nobody who is not of who opened it, and nothing of another form', () => {
  say(frame, review, 'https://shop.example')
  say(fakeFrame(), review)
  say(frame, { ...review, view: { ...view, title: 7 } })
  expect(onMessage).not.toHaveBeenCalled()
})
