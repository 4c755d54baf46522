// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import { BLOCKED_AFTER_MS, openDesk } from './approval-desk.ts'

/** A document at the top level of a window. */
function fakeWindow() {
  const it = { postMessage: vi.fn(), closed: false, top: null as unknown }
  it.top = it
  return it
}
type FakeWindow = ReturnType<typeof fakeWindow>

const say = (source: FakeWindow, message: object, origin = location.origin) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { to: 'vitrine:approval-frame', ...message },
      origin,
      source: source as unknown as Window,
    }),
  )
const ready = { event: 'ready' }
const approved = (key = 'k') => ({ event: 'approved', key })
const told = () => events.onStatus.mock.calls.map(([status]) => status)
const heard = ({ postMessage }: FakeWindow) => postMessage.mock.calls.map(([message]) => message.event)

const review = { key: 'k', view }
const events = { onStatus: vi.fn(), onAnswer: vi.fn() }
/** By the server, for a window that is cut off. */
const flow = { fragment: '#flow=f', offer: vi.fn(), end: vi.fn() }
let popup: FakeWindow
let desk: ReturnType<typeof openDesk>

describe('approvals in a window, seen from the frame', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    popup = fakeWindow()
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    desk = openDesk(window, 'app_demo', events, () => flow)
  })
  afterEach(() => {
    desk.end()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('a window gets the review when it is ready, to the wallet’s origin alone', () => {
    desk.show(review)
    desk.open()
    say(popup, ready)
    expect(popup.postMessage).toHaveBeenCalledExactlyOnceWith(
      { to: 'vitrine:approval-window', event: 'review', language: '', ...review },
      location.origin,
    )
  })

  it('a window is told whether the site is light or dark, also while it waits', () => {
    document.documentElement.dataset.colorScheme = 'dark'
    say(popup, ready)
    desk.show(review)
    delete document.documentElement.dataset.colorScheme
    expect(popup.postMessage.mock.calls.map(([message]) => message.colorScheme)).toEqual(['dark', 'dark'])
  })

  it('one that the page opened gets it too, and waits while it is read', () => {
    say(popup, ready)
    desk.show(review)
    expect(heard(popup)).toEqual(['wait', 'review'])
  })

  it.each(['approved', 'rejected'])('says %s, once, and is ended', verdict => {
    desk.show(review)
    say(popup, ready)
    say(popup, { event: verdict, key: 'k' })
    say(popup, { event: verdict, key: 'k' })
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith(verdict, 'k')
    expect(heard(popup)).toEqual(['review', 'end'])
  })

  it('cannot approve another review', () => {
    desk.show(review)
    say(popup, ready)
    say(popup, approved('earlier'))
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('cannot approve what it has not been shown', () => {
    desk.show(review)
    say(popup, approved())
    desk.show(null)
    say(popup, ready)
    say(popup, approved())
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('is not heard from another origin', () => {
    desk.show(review)
    say(popup, ready, 'https://shop.example')
    expect(popup.postMessage).not.toHaveBeenCalled()
    say(popup, ready)
    say(popup, approved(), 'https://shop.example')
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('is not heard from inside of a page, where it could be covered', () => {
    desk.show(review)
    popup.top = fakeWindow()
    say(popup, ready)
    say(popup, approved())
    expect(popup.postMessage).not.toHaveBeenCalled()
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('of many windows one can be approved in', () => {
    desk.show(review)
    const others = [fakeWindow(), fakeWindow(), fakeWindow()]
    say(popup, ready)
    for (const other of others) say(other, ready)
    for (const other of others) say(other, approved())
    expect(others.map(heard)).toEqual([[], [], []])
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('has approved nothing when the person closes it, and the next one takes its place', async () => {
    desk.show(review)
    say(popup, ready)
    popup.closed = true
    await vi.advanceTimersByTimeAsync(600)
    expect(events.onStatus).toHaveBeenLastCalledWith('closed')
    const next = fakeWindow()
    say(next, ready)
    say(next, approved())
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith('approved', 'k')
  })

  it('one that the person opens takes the place of one that is lost', () => {
    const lost = fakeWindow()
    desk.show(review)
    say(lost, ready)
    desk.open()
    say(popup, ready)
    say(lost, approved())
    expect(heard(lost)).toEqual(['review', 'end'])
    expect(events.onAnswer).not.toHaveBeenCalled()
    say(popup, approved())
    expect(events.onAnswer).toHaveBeenCalledTimes(1)
  })

  it('is told when the browser blocks it', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    flow.offer.mockReturnValue(new Promise(() => {}))
    desk.show(review)
    desk.open()
    expect(told()).toEqual(['opening'])
    await vi.advanceTimersByTimeAsync(BLOCKED_AFTER_MS - 1)
    expect(told()).toEqual(['opening'])
    await vi.advanceTimersByTimeAsync(1)
    expect(told()).toEqual(['opening', 'blocked'])
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('is told once when it never came, and not that somebody closed it', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    flow.offer.mockImplementation(
      () => new Promise(resolve => setTimeout(resolve, BLOCKED_AFTER_MS + 1, null)),
    )
    desk.show(review)
    desk.open()
    await vi.advanceTimersByTimeAsync(BLOCKED_AFTER_MS + 1)
    expect(told()).toEqual(['opening', 'blocked'])
  })

  it('one that is cut off and comes late is open all the same, and closed once it is gone', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    flow.offer.mockImplementation(async (_language, _review, onClaimed) => {
      await new Promise(resolve => setTimeout(resolve, BLOCKED_AFTER_MS + 1))
      onClaimed()
      return null
    })
    desk.show(review)
    desk.open()
    await vi.advanceTimersByTimeAsync(BLOCKED_AFTER_MS + 1)
    expect(told()).toEqual(['opening', 'blocked', 'open', 'closed'])
  })

  it('one that is cut off is never said to be blocked when it comes in time', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    flow.offer.mockImplementation((_language, _review, onClaimed) => {
      onClaimed()
      return new Promise(() => {})
    })
    desk.show(review)
    desk.open()
    await vi.advanceTimersByTimeAsync(10 * BLOCKED_AFTER_MS)
    expect(told()).toEqual(['opening', 'open'])
  })

  it('one that is cut off answers by the server, for the review that was offered', async () => {
    const opening = vi.spyOn(window, 'open').mockReturnValue(null)
    flow.offer.mockImplementation(async (_language, _review, onClaimed) => {
      onClaimed()
      return 'approved'
    })
    desk.show(review)
    desk.open()
    expect(opening.mock.lastCall?.[0]).toBe('/apps/app_demo/approve#flow=f')
    await vi.advanceTimersByTimeAsync(0)
    expect(flow.offer).toHaveBeenCalledExactlyOnceWith('', review, expect.any(Function))
    expect(events.onStatus).toHaveBeenCalledWith('open')
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith('approved', 'k')
  })

  it('one that is cut off approves nothing that was read anew meanwhile', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    let answer = (_: string) => {}
    flow.offer.mockReturnValueOnce(
      new Promise(resolve => {
        answer = resolve
      }),
    )
    desk.show(review)
    desk.open()
    desk.show({ ...review, key: 'anew' })
    answer('approved')
    await vi.advanceTimersByTimeAsync(0)
    expect(events.onAnswer).not.toHaveBeenCalled()
  })
})
