// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { view } from '../testing/view.ts'
import {
  type ApprovalDesk,
  type ApprovalWindows,
  BLOCKED_AFTER_MS,
  createApprovalWindows,
} from './approval-windows.ts'

/** A document at the top level of a window. */
function fakeWindow() {
  const it = { postMessage: vi.fn(), close: vi.fn(), closed: false, top: null as unknown }
  it.top = it
  return it
}
type FakeWindow = ReturnType<typeof fakeWindow>

const say = (source: FakeWindow, message: object, origin = location.origin) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { to: 'vitrine:approval-frame', app: 'app_windows', ...message },
      origin,
      source: source as unknown as Window,
    }),
  )
/** A window that the page opened; `order`: as which. */
const ready = (order = 1) => ({ event: 'ready', id: null, order })
const readyOf = (id: string) => ({ event: 'ready', id, order: 0 })
const answer = (verdict: string, key = 'k', id = 'r1') => ({ event: 'answer', id, key, verdict })
const approved = (key = 'k', id = 'r1') => answer('approved', key, id)
const told = () => events.onStatus.mock.calls.map(([status]) => status)
/** What a window was told, in short. */
const heard = ({ postMessage }: FakeWindow) =>
  postMessage.mock.calls.map(([{ event, news }]) =>
    event === 'news' ? (news.event === 'state' ? news.state.status : news.event) : event,
  )

const review = { key: 'k', view }
const events = { onStatus: vi.fn(), onAnswer: vi.fn() }
let calls = 1
let flows = 0
/** By the server, for a window that is cut off. */
const flow = () => ({
  id: `f${++flows}`,
  fragment: `#flow=f${flows}`,
  offer: vi.fn(),
  tell: vi.fn(),
  end: vi.fn(),
})
let nextFlow = flow()
let popup: FakeWindow
let windows: ApprovalWindows
let desk: ApprovalDesk

const attend = (id: string, over: object = {}) =>
  windows.attend({
    id,
    surface: 'window',
    countCalls: () => calls,
    newFlow: () => nextFlow,
    ...events,
    ...over,
  })
const opens = (...opened: (FakeWindow | null)[]) => {
  const opening = vi.spyOn(window, 'open')
  for (const it of opened) opening.mockReturnValueOnce(it as unknown as Window)
  return opening
}
/** Opens a window that the page's policy cuts off. */
const openCutOff = () => {
  opens(null)
  nextFlow = flow()
  desk.open()
  return nextFlow
}

describe('approvals in a window, seen from the frame', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    calls = 1
    popup = fakeWindow()
    windows = createApprovalWindows(window, 'app_windows')
    nextFlow = flow()
    desk = attend('r1')
  })
  afterEach(() => {
    windows.stop()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('gives a window the review when it is ready, to the wallet’s origin alone', () => {
    opens(popup)
    desk.show(review)
    desk.open()
    popup.postMessage.mockClear()
    say(popup, readyOf(nextFlow.id))
    expect(popup.postMessage).toHaveBeenCalledExactlyOnceWith(
      { to: 'vitrine:approval-window', event: 'review', id: 'r1', language: '', ...review },
      location.origin,
    )
  })

  it('tells a window whether the site is light or dark, also while it waits', () => {
    document.documentElement.dataset.colorScheme = 'dark'
    say(popup, ready())
    desk.show(review)
    delete document.documentElement.dataset.colorScheme
    expect(popup.postMessage.mock.calls.map(([message]) => message.colorScheme)).toEqual(['dark', 'dark'])
  })

  it('gives a window that the page opened the review too, after it is read', () => {
    say(popup, ready())
    desk.show(review)
    expect(heard(popup)).toEqual(['wait', 'review'])
  })

  it.each([
    ['approved', 'answered'],
    ['rejected', 'rejected'],
  ])('takes %s once, and tells the window so', (verdict, state) => {
    desk.show(review)
    say(popup, ready())
    say(popup, answer(verdict))
    say(popup, answer(verdict))
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith(verdict)
    expect(heard(popup)).toEqual(['review', state, state])
    expect(popup.close).toHaveBeenCalled()
  })

  it('takes no answer to another review, and shows the present one instead', () => {
    desk.show(review)
    say(popup, ready())
    say(popup, approved('earlier'))
    expect(events.onAnswer).not.toHaveBeenCalled()
    expect(heard(popup)).toEqual(['review', 'review'])
  })

  it('takes no answer to what the window has not been shown', () => {
    desk.show(review)
    say(popup, approved())
    desk.show(null)
    say(popup, ready())
    say(popup, approved())
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('does not hear another origin', () => {
    desk.show(review)
    say(popup, ready(), 'https://shop.example')
    expect(popup.postMessage).not.toHaveBeenCalled()
    say(popup, ready())
    say(popup, approved(), 'https://shop.example')
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('does not hear a document inside of a page, where it could be covered', () => {
    desk.show(review)
    popup.top = fakeWindow()
    say(popup, ready())
    say(popup, approved())
    expect(popup.postMessage).not.toHaveBeenCalled()
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('does not answer a window of another app', () => {
    say(popup, { ...readyOf('r1'), app: 'app_other' })
    expect(popup.postMessage).not.toHaveBeenCalled()
  })

  it('lets one of many windows approve', () => {
    desk.show(review)
    const others = [fakeWindow(), fakeWindow(), fakeWindow()]
    say(popup, ready())
    for (const other of others) say(other, ready())
    for (const other of others) say(other, approved())
    expect(others.flatMap(heard)).not.toContain('review')
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('has approved nothing when the user closes the window, and the next one takes its place', async () => {
    desk.show(review)
    say(popup, ready())
    popup.closed = true
    await vi.advanceTimersByTimeAsync(600)
    expect(events.onStatus).toHaveBeenLastCalledWith('closed')
    const next = fakeWindow()
    say(next, ready())
    say(next, approved())
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith('approved')
  })

  describe('a window that is not the present one', () => {
    it('loads after another was approved, is told that the request was sent, and is closed', () => {
      const slow = fakeWindow()
      opens(slow, popup)
      desk.show(review)
      desk.open()
      const slowFlow = nextFlow
      nextFlow = flow()
      desk.open()
      expect(slow.close).toHaveBeenCalledOnce()
      say(popup, readyOf(nextFlow.id))
      say(popup, approved())
      const transactions = [{ id: '0xab', url: 'https://explorer.example/tx/0xab' }]
      windows.send('r1', { type: 'sign' })
      windows.send('r1', { type: 'sent', transactions })
      desk.end()
      slow.close.mockClear()
      slow.postMessage.mockClear()
      say(slow, readyOf(slowFlow.id))
      expect(slow.postMessage.mock.calls[0]?.[0].news).toEqual({
        event: 'state',
        state: { status: 'sent', transactions },
      })
      expect(slow.close).toHaveBeenCalledOnce()
    })

    it('cannot approve, and is told that it is not needed', () => {
      const stale = fakeWindow()
      opens(stale, popup)
      desk.show(review)
      desk.open()
      say(stale, readyOf(nextFlow.id))
      nextFlow = flow()
      desk.open()
      say(stale, approved())
      expect(events.onAnswer).not.toHaveBeenCalled()
      expect(heard(stale).at(-1)).toBe('unneeded')
      say(popup, readyOf(nextFlow.id))
      say(popup, approved())
      expect(events.onAnswer).toHaveBeenCalledTimes(1)
      say(stale, approved())
      expect(events.onAnswer).toHaveBeenCalledTimes(1)
      expect(heard(stale).at(-1)).toBe('answered')
    })

    it('loads after the frame rejected the request, and is told so', () => {
      opens(popup)
      desk.show(review)
      desk.open()
      windows.send('r1', { type: 'reject' })
      desk.end()
      popup.postMessage.mockClear()
      say(popup, readyOf(nextFlow.id))
      expect(heard(popup)).toEqual(['rejected'])
      expect(popup.close).toHaveBeenCalledTimes(2)
    })

    it('is left from an earlier request, and does not take the review of the next one', () => {
      opens(popup)
      desk.show(review)
      desk.open()
      windows.send('r1', { type: 'cancel' })
      desk.end()
      const second = attend('r2')
      second.show({ key: 'k2', view })
      popup.postMessage.mockClear()
      say(popup, readyOf(nextFlow.id))
      say(popup, approved('k2', 'r2'))
      expect(heard(popup)).not.toContain('review')
      expect(events.onAnswer).not.toHaveBeenCalled()
      const own = fakeWindow()
      say(own, ready())
      expect(heard(own)).toEqual(['review'])
    })

    it('is of a document of the frame that is gone, and is told so', () => {
      say(popup, readyOf('of-an-earlier-document'))
      say(popup, approved('k', 'of-an-earlier-document'))
      expect(heard(popup)).toEqual(['gone', 'gone'])
      expect(events.onAnswer).not.toHaveBeenCalled()
    })
  })

  describe('two calls at once', () => {
    it('keep their windows apart, in the order in which the page opened them, and end apart', () => {
      calls = 2
      const [one, two] = [fakeWindow(), fakeWindow()]
      desk.show(review)
      // The second one loads first.
      say(two, ready(2))
      say(one, ready(1))
      expect(heard(two)).toEqual(['idle'])
      expect(heard(one)).toEqual(['review'])
      say(one, approved())
      windows.send('r1', { type: 'sign' })
      windows.send('r1', { type: 'signed' })
      desk.end()
      expect(two.close).not.toHaveBeenCalled()
      calls = 1
      const second = attend('r2')
      second.show({ key: 'k2', view })
      say(two, ready(2))
      expect(heard(two).at(-1)).toBe('review')
      say(two, approved('k2', 'r2'))
      expect(events.onAnswer).toHaveBeenCalledTimes(2)
    })

    it('with one window give it to neither until it is clear whose it is', () => {
      calls = 2
      desk.show(review)
      say(popup, ready(1))
      expect(heard(popup)).toEqual(['idle'])
      windows.send('r1', { type: 'reject' })
      desk.end()
      calls = 1
      attend('r2').show({ key: 'k2', view })
      say(popup, ready(1))
      expect(heard(popup).at(-1)).toBe('review')
    })

    it('never give a window of the page to a request that the user wrote in the wallet', () => {
      calls = 0
      desk.show(review)
      say(popup, ready(1))
      expect(heard(popup)).toEqual(['idle'])
    })
  })

  it('tells a window of the page that the request is approved in the frame', () => {
    desk.end()
    attend('r1', { surface: 'frame' })
    say(popup, ready())
    expect(heard(popup)).toEqual(['unneeded'])
  })

  it('reports when the browser blocks the window', async () => {
    nextFlow = flow()
    nextFlow.offer.mockReturnValue(new Promise(() => {}))
    opens(null)
    desk.show(review)
    desk.open()
    expect(told()).toEqual(['opening'])
    await vi.advanceTimersByTimeAsync(BLOCKED_AFTER_MS - 1)
    expect(told()).toEqual(['opening'])
    await vi.advanceTimersByTimeAsync(1)
    expect(told()).toEqual(['opening', 'blocked'])
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('reports that windows are forbidden only once none has taken the review', async () => {
    nextFlow = flow()
    nextFlow.offer.mockReturnValue(new Promise(() => {}))
    vi.stubGlobal('navigator', { userActivation: { isActive: true } })
    vi.stubGlobal('parent', {})
    vi.stubGlobal('open', (() => null).bind(null))
    desk.show(review)
    desk.open()
    expect(told()).toEqual(['opening'])
    await vi.advanceTimersByTimeAsync(BLOCKED_AFTER_MS)
    expect(told()).toEqual(['opening', 'forbidden'])
    vi.unstubAllGlobals()
  })

  it.each([
    ['never comes', async () => null, ['opening', 'blocked']],
    [
      'comes late and goes',
      async (_look: object, _review: object, onClaimed: () => void) => {
        await new Promise(resolve => setTimeout(resolve, BLOCKED_AFTER_MS + 1))
        onClaimed()
        return null
      },
      ['opening', 'blocked', 'open', 'closed'],
    ],
    [
      'comes in time',
      (_look: object, _review: object, onClaimed: () => void) => {
        onClaimed()
        return new Promise(() => {})
      },
      ['opening', 'open'],
    ],
  ])('reports what becomes of a cut off window that %s', async (_name, offer, statuses) => {
    nextFlow.offer.mockImplementation(offer)
    opens(null)
    desk.show(review)
    desk.open()
    await vi.advanceTimersByTimeAsync(10 * BLOCKED_AFTER_MS)
    expect(told()).toEqual(statuses)
  })

  it('takes the answer of a cut off window by the server, for the review that was offered', async () => {
    nextFlow.offer.mockImplementation(async (_look, _review, onClaimed) => {
      onClaimed()
      return 'approved'
    })
    const opening = opens(null)
    desk.show(review)
    desk.open()
    expect(opening.mock.lastCall?.[0]).toBe(`/apps/app_windows/approve${nextFlow.fragment}`)
    await vi.advanceTimersByTimeAsync(0)
    expect(nextFlow.offer).toHaveBeenCalledExactlyOnceWith(expect.anything(), review, expect.any(Function))
    expect(events.onAnswer).toHaveBeenCalledExactlyOnceWith('approved')
  })

  it('approves nothing by the server that was read anew meanwhile', async () => {
    let settle = (_: string) => {}
    nextFlow.offer.mockReturnValueOnce(
      new Promise(resolve => {
        settle = resolve
      }),
    )
    opens(null)
    desk.show(review)
    desk.open()
    desk.show({ ...review, key: 'anew' })
    settle('approved')
    await vi.advanceTimersByTimeAsync(0)
    expect(events.onAnswer).not.toHaveBeenCalled()
  })

  it('closes the flow of a cut off window when another is opened, and tells both how the request ended', async () => {
    desk.show(review)
    let settle = (_: string) => {}
    const never = new Promise<string>(resolve => {
      settle = resolve
    })
    const offering = () => never
    nextFlow.offer.mockImplementation(offering)
    const first = openCutOff()
    first.offer.mockImplementation(offering)
    const second = openCutOff()
    const news = (of: typeof first) =>
      of.tell.mock.calls.map(([, it]) => (it.event === 'state' ? it.state.status : it.event))
    expect(news(first)).toEqual(['unneeded'])
    // The first one answers all the same: its flow is not the present one.
    settle('approved')
    await vi.advanceTimersByTimeAsync(0)
    windows.send('r1', { type: 'sign' })
    windows.send('r1', { type: 'sent', transactions: [] })
    expect(news(first)).toEqual(['unneeded', 'sent'])
    expect(news(second).at(-1)).toBe('sent')
  })
})
