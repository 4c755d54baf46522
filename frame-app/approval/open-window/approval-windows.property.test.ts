// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startApproval } from '../flow/approval-flow.ts'
import { view } from '../testing/view.ts'
import type { RequestEvent } from '../view/request-state.ts'
import type { ToFrame, ToWindow, Verdict } from '../view/window-messages.ts'
import { isFinished, nextWindowState, type WindowEvent, type WindowState } from '../window/window-state.ts'
import { type ApprovalDesk, type ApprovalWindows, createApprovalWindows } from './approval-windows.ts'

const APP = 'app_property'

/** mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let a = seed
  return (below: number) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** A page with its frame and windows. Messages are delivered one by one, when the test says so. */
function world(random: (below: number) => number) {
  const queue: (() => void)[] = []
  /** What the wallet signed: one entry for each signature. */
  const signed: string[] = []
  const popups: Popup[] = []
  const requests: Request[] = []
  let windows: ApprovalWindows = createApprovalWindows(window, APP)
  let documents = 0

  interface Request {
    readonly id: string
    readonly document: number
    readonly flow: ReturnType<typeof startApproval<object, string>>
    desk: ApprovalDesk
    finish(): void
    end(event: RequestEvent): void
  }

  class Popup {
    closed = false
    readonly top = this
    isLoaded = false
    /** The request whose review it showed last. */
    shows: string | null = null
    known: string | null
    state: WindowState = { status: 'waiting' }
    readonly order: number
    constructor(id: string | null, order: number) {
      this.known = id
      this.order = order
    }
    close() {
      // A document that is still loading does not close: it is told again when it loads.
      if (this.isLoaded) this.closed = true
    }
    postMessage(message: ToWindow) {
      const isHeard = this.isLoaded
      queue.push(() => {
        if (!isHeard || this.closed) return
        if (message.event === 'idle') return
        if ('id' in message) this.known = message.id
        if (message.event === 'review') this.shows = message.id
        this.take(
          message.event === 'review'
            ? { type: 'review', review: { key: message.key, view: message.view } }
            : message.event === 'wait'
              ? { type: 'wait' }
              : { type: 'news', news: message.news },
        )
      })
    }
    take(event: WindowEvent) {
      this.state = nextWindowState(this.state, event)
      check(this)
      if (isFinished(this.state)) this.closed = true
    }
    say(message: ToFrame) {
      queue.push(() =>
        window.dispatchEvent(
          new MessageEvent('message', {
            data: message,
            origin: location.origin,
            source: this as unknown as Window,
          }),
        ),
      )
    }
    ready() {
      this.isLoaded = true
      this.say({ to: 'vitrine:approval-frame', app: APP, event: 'ready', id: this.known, order: this.order })
    }
    press(verdict: Verdict) {
      if (this.state.status !== 'review' || this.known === null) return
      const { key } = this.state.review
      this.take({ type: 'answer', key, verdict })
      this.say({ to: 'vitrine:approval-frame', app: APP, event: 'answer', id: this.known, key, verdict })
    }
  }

  /** No window says what is not so. */
  function check(popup: Popup) {
    if (popup.state.status !== 'told') return
    const { status } = popup.state.state
    const isSigned = signed.includes(popup.known ?? '')
    if (['rejected', 'cancelled', 'expired'].includes(status))
      expect({ status, isSigned }).toMatchObject({ isSigned: false })
    if (status === 'sent' || status === 'signed')
      expect({ status, isSigned }).toMatchObject({ isSigned: true })
  }

  const current = () => requests.findLast(it => it.document === documents)
  const openRequest = () => {
    const id = `r${requests.length}`
    let settle = (_: string) => {}
    const flow = startApproval<object, string>({
      ready: {},
      perform: () =>
        new Promise<string>(resolve => {
          settle = resolve
        }),
    })
    const approve = (attempt: number) => flow.send({ type: 'approve', attempt })
    const mine = windows
    const request: Request = {
      id,
      document: documents,
      flow,
      desk: mine.attend({
        id,
        surface: 'window',
        countCalls: () => 1,
        newFlow: () => {
          const flowId = `f${id}.${popups.length}`
          return { id: flowId, fragment: flowId, offer: async () => null, tell() {}, end() {} }
        },
        onStatus() {},
        onAnswer(verdict) {
          if (verdict === 'rejected') return flow.stop()
          const { attempt } = flow.get()
          approve(attempt)
          if (flow.get().status === 'performing') mine.send(id, { type: 'sign' })
        },
      }),
      finish() {
        if (flow.get().status !== 'performing' || signed.includes(id)) return
        // The key signs; the frame learns of it afterwards.
        signed.push(id)
        settle('0x0a')
        mine.send(id, { type: 'sent', transactions: [{ id: '0x0a', url: null }] })
      },
      end(event) {
        mine.send(id, event)
        request.desk.end()
        if (event.type !== 'cancel' || flow.get().status !== 'performing') flow.stop()
      },
    }
    requests.push(request)
    request.desk.show({ key: `${id}/0`, view })
  }

  const acts: readonly (() => void)[] = [
    () => (requests.length < 3 && (!current() || random(6) === 0) ? openRequest() : undefined),
    () => {
      if (popups.length < 6) current()?.desk.open()
    },
    // The page opens one in the user's click.
    () => {
      if (popups.length < 6) popups.push(new Popup(null, popups.length))
    },
    () => queue.shift()?.(),
    () => queue.shift()?.(),
    () => queue.shift()?.(),
    () => queue.shift()?.(),
    () => pick()?.ready(),
    () => pick()?.ready(),
    () => pick()?.press('approved'),
    () => pick()?.press('approved'),
    () => pick()?.press('rejected'),
    () => (random(8) === 0 ? pick()?.take({ type: 'silence' }) : undefined),
    () => {
      const popup = pick()
      if (popup && random(6) === 0) popup.closed = true
    },
    () => {
      for (const it of requests) if (it.document === documents) it.finish()
    },
    () => (random(6) === 0 ? current()?.end({ type: 'reject' }) : undefined),
    () => (random(6) === 0 ? current()?.end({ type: 'cancel' }) : undefined),
    // The frame is loaded again: nobody in it knows the requests, and what was being signed may have been.
    () => {
      if (documents > 1 || random(6) > 0) return
      documents++
      windows.stop()
      for (const { flow } of requests) flow.stop()
      windows = createApprovalWindows(window, APP)
    },
  ]
  const pick = () => popups.filter(it => !it.closed)[random(Math.max(1, popups.length))]

  vi.spyOn(window, 'open').mockImplementation(url => {
    const popup = new Popup(String(url).split('/approve')[1] ?? null, 0)
    popups.push(popup)
    return popup as unknown as Window
  })

  return {
    step: () => acts[random(acts.length)]?.(),
    /** Everything that is open loads, and all that is said is heard. */
    settle() {
      for (let round = 0; round < 4; round++) {
        for (const popup of popups) if (!popup.closed) popup.ready()
        while (queue.length > 0) queue.shift()?.()
      }
    },
    signed,
    popups,
    requests,
    stateOf: (id: string) => windows.stateOf(id),
    stop: () => windows.stop(),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('signs once at most, says nothing false, and leaves no window without a next step', () => {
  let hasSigned = 0
  for (let seed = 1; seed <= 1_000; seed++) {
    const w = world(randomOf(seed))
    try {
      for (let n = 0; n < 120; n++) w.step()
      w.settle()
      expect(new Set(w.signed).size).toBe(w.signed.length)
      hasSigned += w.signed.length
      const live = w.popups.filter(it => !it.closed && it.state.status === 'review')
      for (const request of w.requests) {
        const its = live.filter(it => it.known === request.id)
        // One window has a live Approve, and that while its request waits.
        expect(its.length).toBeLessThanOrEqual(1)
        if (its[0]) expect(w.stateOf(request.id)?.status).toBe('reviewed')
        for (const popup of its) expect(popup.shows).toBe(request.id)
      }
      for (const { closed, state } of w.popups)
        if (!closed) expect(['review', 'waiting', 'answering', 'unknown']).toContain(state.status)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    } finally {
      w.stop()
      vi.restoreAllMocks()
    }
  }
  // The interleavings reach the key.
  expect(hasSigned).toBeGreaterThan(50)
})
