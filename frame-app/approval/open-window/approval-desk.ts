/**
 * The frame's side of approvals in a window of the wallet origin.
 *
 * What it must guarantee:
 *  - it speaks with a document of the wallet origin at the top level alone, which nothing of a page can cover; whether the
 *    frame opened it, or the page in the person's click, makes no difference: no page can write into it;
 *  - one window at a time belongs to the request: a page that opens many has one that can be approved in;
 *  - an answer counts from that window alone, for the review that it shows now, and once.
 *
 * A page with a Cross-Origin-Opener-Policy cuts a window off from the frame that opens it, which then looks as if it were blocked.
 * Such a window takes the same review, and answers it, by a flow at the server (`cut-off/`).
 */
import { watch } from '../../window/watch.ts'
import type { CutOffFlow } from '../cut-off/frame-flow.ts'
import { type Review, type ToWindow, toFrame, type Verdict } from '../view/window-messages.ts'

/**
 * `opening`: the browser names no window, and it is not known yet whether there is one that is cut off. `open`: a window shows the
 * review, or is about to. `blocked`: there is none. `closed`: the person closed it.
 */
export type DeskStatus = 'none' | 'opening' | 'open' | 'blocked' | 'closed'

/**
 * From when the review can be taken, in ms. A window that is cut off takes it within a second; the person of a page that may open
 * none shall not wait for much longer. One that comes later still has it.
 */
export const BLOCKED_AFTER_MS = 2_500

export interface DeskEvents {
  onStatus(status: DeskStatus): void
  onAnswer(verdict: Verdict, key: string): void
}

export interface ApprovalDesk {
  /** Opens a window, in the place of one that is open. To be called in the person's click, or the browser blocks it. */
  open(): void
  /** What is to be approved now; `null`: it is still being read. */
  show(review: Review | null): void
  /** Closes the window, if there is one. */
  end(): void
}

export const windowPath = (appId: string) => `/apps/${encodeURIComponent(appId)}/approve`
const FEATURES = 'popup,width=460,height=720'

type Message = ToWindow extends infer M ? (M extends ToWindow ? Omit<M, 'to'> : never) : never

/** Says something to windows of this very origin, and hears them. @returns ends it */
export function hearWindows(
  own: Window,
  onMessage: (source: Window, message: ReturnType<typeof toFrame.parse>) => void,
): () => void {
  const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (origin !== own.location.origin) return
    // A document of this origin inside of a page can be covered as the frame can.
    if (source === null || (source as Window).top !== source) return
    const message = toFrame.safeParse(data)
    if (message.success) onMessage(source as Window, message.data)
  }
  own.addEventListener('message', listener)
  return () => own.removeEventListener('message', listener)
}

/** To this origin alone: a window can have been led elsewhere meanwhile. */
export const tellWindow = (own: Window, target: Window, message: Message) =>
  target.postMessage({ to: 'vitrine:approval-window', ...message } satisfies ToWindow, own.location.origin)

/** Has one request approved in a window, from now until `end`. */
export function openDesk(
  own: Window,
  appId: string,
  events: DeskEvents,
  newFlow: () => CutOffFlow,
): ApprovalDesk {
  let attached: { readonly window: Window; stopWatching(): void } | null = null
  let review: Review | null = null
  /** For the window that the frame opened last, should it be cut off. */
  let flow: CutOffFlow | null = null
  let isOffered = false

  const dropFlow = () => {
    flow?.end()
    flow = null
  }
  const detach = () => {
    dropFlow()
    attached?.stopWatching()
    if (attached) tellWindow(own, attached.window, { event: 'end' })
    attached = null
  }
  const attach = (target: Window) => {
    const stopWatching = watch(target, () => {
      detach()
      events.onStatus('closed')
    })
    attached = { window: target, stopWatching }
    events.onStatus('open')
  }
  const answer = (verdict: Verdict, key: string) => {
    review = null
    detach()
    events.onStatus('none')
    events.onAnswer(verdict, key)
  }
  const present = () => {
    const { lang: language, dataset } = own.document.documentElement
    const { colorScheme } = dataset
    if (flow && review && !isOffered) {
      isOffered = true
      void offer(flow, language, review)
    }
    if (!attached) return
    tellWindow(
      own,
      attached.window,
      review
        ? { event: 'review', language, colorScheme, ...review }
        : { event: 'wait', language, colorScheme },
    )
  }

  const offer = async (offered: CutOffFlow, language: string, shown: Review) => {
    /** What is known of the window. */
    let found = 'opening' as DeskStatus
    const tell = (status: DeskStatus) => {
      if (flow !== offered || found === status) return
      found = status
      events.onStatus(status)
    }
    const timer = setTimeout(tell, BLOCKED_AFTER_MS, 'blocked')
    const verdict = await offered.offer(language, shown, () => {
      clearTimeout(timer)
      tell('open')
    })
    clearTimeout(timer)
    if (flow !== offered) return
    // What was read anew meanwhile has not been seen there.
    if (verdict && review?.key === shown.key) return answer(verdict, shown.key)
    tell(found === 'open' ? 'closed' : 'blocked')
    dropFlow()
  }

  const stopHearing = hearWindows(own, (source, message) => {
    if (message.event === 'ready') {
      // Another one has the request: this one waits, and shows nothing that could be approved.
      if (attached && attached.window !== source && !attached.window.closed) return
      if (attached?.window !== source) {
        attached?.stopWatching()
        attach(source)
      }
      return present()
    }
    if (source !== attached?.window || message.key !== review?.key) return
    answer(message.event, message.key)
  })

  return {
    open() {
      detach()
      const prepared = newFlow()
      const opened = own.open(windowPath(appId) + prepared.fragment, '_blank', FEATURES)
      if (opened) return attach(opened)
      // Blocked, or cut off: its window will say so.
      events.onStatus('opening')
      flow = prepared
      isOffered = false
      present()
    },
    show(next) {
      review = next
      present()
    },
    end() {
      stopHearing()
      detach()
    },
  }
}
