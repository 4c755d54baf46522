/**
 * The frame's side of approvals in windows of the wallet origin, for as long as its document lives.
 *
 * What it must guarantee:
 *  - it speaks with a document of the wallet origin at the top level alone, which nothing of a page can cover; whether the
 *    frame opened it, or the page in the user's click, makes no difference: no page can write into it;
 *  - a window belongs to one request, and one window at a time can answer it: for the review that it shows now, and once;
 *  - a window that announces itself is answered with the state of its own request, also after the request has ended.
 *
 * A page with a Cross-Origin-Opener-Policy cuts a window off from the frame that opens it, which then looks as if it were blocked.
 * Such a window takes the review, answers it and reads the state by a flow at the server (`cut-off/`).
 */
import { watch } from '../../window/watch.ts'
import type { CutOffFlow } from '../cut-off/frame-flow.ts'
import {
  INITIAL,
  isAsking,
  isOver,
  nextState,
  type RequestEvent,
  type RequestState,
} from '../view/request-state.ts'
import {
  type Review,
  type ToWindow,
  toFrame,
  type Verdict,
  type WindowNews,
} from '../view/window-messages.ts'
import { openInPress } from './open-in-press.ts'

/**
 * `opening`: the browser names no window, and it is not known yet whether there is one that is cut off. `open`: a window shows the
 * review, or is about to. `blocked`: there is none. `forbidden`: there is none, and a sandbox around the page forbids all windows.
 * `closed`: the user closed it.
 */
export type WindowStatus = 'none' | 'opening' | 'open' | 'blocked' | 'forbidden' | 'closed'

/**
 * From when the review can be taken, in ms. A window that is cut off takes it within a second; the user of a page that may open
 * none shall not wait for much longer. One that comes later still has it.
 */
export const BLOCKED_AFTER_MS = 2_500

/** What a request asks windows for. */
export interface WindowRequest {
  /** Unguessable. */
  readonly id: string
  /** `frame`: it is approved in the frame, and windows that the page opened for it have nothing to do. */
  readonly surface: 'window' | 'frame'
  /** Calls of the page that are not over. Windows of the page belong to these calls, one each at most. */
  countCalls(): number
  newFlow(): CutOffFlow
  onStatus(status: WindowStatus): void
  onAnswer(verdict: Verdict): void
}

export interface ApprovalDesk {
  /** Opens a window, in the place of one that is open. To be called in the user's click, or the browser blocks it. */
  open(): void
  /** What is to be approved now; `null`: it is still being read. */
  show(review: Review | null): void
  /** No window can answer from now on. Its windows go on hearing its state. */
  end(): void
}

export interface ApprovalWindows {
  attend(request: WindowRequest): ApprovalDesk
  /** Moves the state of a request on, and tells its windows. */
  send(id: string, event: RequestEvent): void
  stateOf(id: string): RequestState | undefined
  /** Ends with the document; a test begins anew. */
  stop(): void
}

export const windowPath = (appId: string) => `/apps/${encodeURIComponent(appId)}/approve`
const FEATURES = 'popup,width=460,height=720'

interface Entry {
  readonly id: string
  state: RequestState
  request: WindowRequest | null
  review: Review | null
  /** The one window that can answer. */
  present: { readonly window: Window; stopWatching(): void } | null
  /** All that belong to it; those that load late are told its state and closed then. */
  readonly windows: Set<Window>
  /** Of the window that was opened last, where that is cut off. */
  flow: CutOffFlow | null
  isOffered: boolean
  /** The status if that window never takes the review. */
  absence: 'blocked' | 'forbidden'
  readonly flows: Set<CutOffFlow>
}

type Message = ToWindow extends infer M ? (M extends ToWindow ? Omit<M, 'to'> : never) : never

const ofDocument = new WeakMap<Window, Map<string, ApprovalWindows>>()

/** The windows of an app in this document: there is one owner of their requests' states. */
export function approvalWindows(own: Window, appId: string): ApprovalWindows {
  const apps = ofDocument.get(own) ?? new Map<string, ApprovalWindows>()
  ofDocument.set(own, apps)
  const windows = apps.get(appId) ?? createApprovalWindows(own, appId)
  apps.set(appId, windows)
  return windows
}

export function createApprovalWindows(own: Window, appId: string): ApprovalWindows {
  /** By the request's id, and by the id of each flow: that stands in the address of a window that the frame opened. */
  const entries = new Map<string, Entry>()
  /** Windows that the page opened and that have no request yet, with the order in which it opened them. */
  const unbound = new Map<Window, number>()

  const entryOf = (id: string): Entry => {
    const known = entries.get(id)
    if (known) return known
    const made: Entry = {
      id,
      state: INITIAL,
      request: null,
      review: null,
      present: null,
      windows: new Set(),
      flow: null,
      isOffered: false,
      absence: 'blocked',
      flows: new Set(),
    }
    entries.set(id, made)
    return made
  }

  const look = () => {
    const { lang: language, dataset } = own.document.documentElement
    return { language, colorScheme: dataset.colorScheme }
  }
  /** To this origin alone: a window can have been led elsewhere meanwhile. */
  const post = (target: Window, message: Message) =>
    target.postMessage({ to: 'vitrine:approval-window', ...message } satisfies ToWindow, own.location.origin)
  /** The window closes itself once it has heard it; the frame closes it too, in case that it is still loading. */
  const dismiss = (target: Window, news: WindowNews) => {
    post(target, { event: 'news', ...look(), news })
    target.close()
  }

  const canAnswer = ({ request, state }: Entry) => request?.surface === 'window' && isAsking(state)

  /** Answers a window with the state of its request. */
  const tell = (entry: Entry, target: Window) => {
    const { id, state, review } = entry
    if (!isAsking(state)) return dismiss(target, { event: 'state', state })
    if (entry.request?.surface === 'frame') return dismiss(target, { event: 'unneeded' })
    if (entry.present && entry.present.window !== target) return dismiss(target, { event: 'unneeded' })
    if (!review || !entry.present) return post(target, { event: 'wait', id, ...look() })
    entry.state = nextState(state, { type: 'shown' })
    post(target, { event: 'review', id, ...look(), ...review })
  }

  const dropPresent = (entry: Entry) => {
    entry.present?.stopWatching()
    entry.present = null
    entry.state = nextState(entry.state, { type: 'hidden' })
  }
  const dropFlow = (entry: Entry, news: WindowNews) => {
    if (!entry.flow) return
    entry.flow.end()
    if (news.event === 'unneeded') entry.flow.tell(look(), news)
    entry.flow = null
  }
  const attach = (entry: Entry, target: Window) => {
    const stopWatching = watch(target, () => {
      dropPresent(entry)
      if (target.closed) entry.windows.delete(target)
      entry.request?.onStatus('closed')
      matchUnbound(entry)
    })
    entry.windows.add(target)
    entry.present = { window: target, stopWatching }
    entry.request?.onStatus('open')
  }

  /**
   * Gives a window of the page to the request on show. The page opens at most one for each of its calls, in their order; while there
   * are fewer windows than calls nobody can say whose a window is, so it gets none and the frame offers "Open wallet".
   */
  const matchUnbound = (entry: Entry) => {
    if (!entry.request || !isAsking(entry.state) || entry.present || entry.flow) return
    for (const target of unbound.keys()) if (target.closed) unbound.delete(target)
    const calls = entry.request.countCalls()
    if (calls === 0 || unbound.size < calls) return
    const [first] = [...unbound].sort(([, one], [, other]) => one - other)
    if (!first) return
    unbound.delete(first[0])
    if (canAnswer(entry)) attach(entry, first[0])
    else entry.windows.add(first[0])
    tell(entry, first[0])
  }
  const onShow = () => {
    for (const [id, entry] of entries) if (id === entry.id) matchUnbound(entry)
  }

  const onReady = (source: Window, id: string | null, order: number) => {
    const bound = [...entries.values()].find(({ windows }) => windows.has(source))
    const entry = id === null ? bound : entries.get(id)
    if (entry) {
      entry.windows.add(source)
      const isFree = !entry.present || entry.present.window.closed
      if (isFree && !entry.flow && canAnswer(entry)) {
        dropPresent(entry)
        attach(entry, source)
      }
      return tell(entry, source)
    }
    if (id !== null) return dismiss(source, { event: 'gone' })
    unbound.set(source, order)
    onShow()
    if (unbound.has(source)) post(source, { event: 'idle' })
  }

  const answer = (entry: Entry, verdict: Verdict) => {
    const { request } = entry
    send(entry, { type: verdict === 'approved' ? 'approve' : 'reject' })
    request?.onAnswer(verdict)
  }

  const listener = ({ source: from, origin, data }: MessageEvent<unknown>) => {
    const source = from as Window | null
    if (origin !== own.location.origin) return
    // A document of this origin inside of a page can be covered as the frame can.
    if (source === null || source.top !== source) return
    const read = toFrame.safeParse(data)
    if (!read.success || read.data.app !== appId) return
    const message = read.data
    if (message.event === 'ready') return onReady(source, message.id, message.order)
    const entry = entries.get(message.id)
    if (!entry) return dismiss(source, { event: 'gone' })
    const isPresent = source === entry.present?.window && canAnswer(entry)
    if (isPresent && message.key === entry.review?.key) return answer(entry, message.verdict)
    tell(entry, source)
  }
  own.addEventListener('message', listener)

  function send(entry: Entry, event: RequestEvent) {
    const before = entry.state
    entry.state = nextState(before, event)
    if (entry.state.status === before.status || isAsking(entry.state)) return
    const news: WindowNews = { event: 'state', state: entry.state }
    dropPresent(entry)
    if (isOver(entry.state)) entry.review = null
    dropFlow(entry, news)
    entry.request?.onStatus('none')
    for (const target of entry.windows) {
      if (target.closed) entry.windows.delete(target)
      else dismiss(target, news)
    }
    // Its window hears from the server that the answer was taken.
    const isUnderWay = entry.state.status === 'answered' || entry.state.status === 'signing'
    if (!isUnderWay) for (const flow of entry.flows) flow.tell(look(), news)
  }

  const offer = async (entry: Entry, flow: CutOffFlow, review: Review) => {
    const { request, absence } = entry
    /** What is known of the window. */
    let found: WindowStatus = 'opening'
    const say = (status: WindowStatus) => {
      if (entry.flow !== flow || found === status) return
      found = status
      request?.onStatus(status)
    }
    const timer = setTimeout(say, BLOCKED_AFTER_MS, absence)
    const verdict = await flow.offer(look(), review, () => {
      clearTimeout(timer)
      say('open')
    })
    clearTimeout(timer)
    if (entry.flow !== flow) return
    // What was read anew meanwhile has not been seen there.
    if (verdict && entry.review?.key === review.key && canAnswer(entry)) return answer(entry, verdict)
    say((found as WindowStatus) === 'open' ? 'closed' : absence)
    dropFlow(entry, { event: 'unneeded' })
  }
  const present = (entry: Entry) => {
    const { flow, review } = entry
    if (flow && review && !entry.isOffered) {
      entry.isOffered = true
      void offer(entry, flow, review)
    }
    if (entry.present) tell(entry, entry.present.window)
  }

  return {
    attend(request) {
      const entry = entryOf(request.id)
      entry.request = request
      matchUnbound(entry)
      return {
        open() {
          if (!canAnswer(entry)) return
          const old = entry.present?.window
          dropPresent(entry)
          dropFlow(entry, { event: 'unneeded' })
          const flow = request.newFlow()
          entries.set(flow.id, entry)
          const opened = openInPress(own, windowPath(appId) + flow.fragment, FEATURES)
          if (typeof opened === 'object') attach(entry, opened)
          else {
            // Blocked, or cut off: its window will say so.
            request.onStatus('opening')
            entry.flow = flow
            entry.flows.add(flow)
            entry.isOffered = false
            entry.absence = opened
          }
          if (old) dismiss(old, { event: 'unneeded' })
          present(entry)
        },
        show(review) {
          entry.review = review
          present(entry)
        },
        end() {
          if (entry.request === request) entry.request = null
        },
      }
    },
    send(id, event) {
      send(entryOf(id), event)
      onShow()
    },
    stateOf: id => entries.get(id)?.state,
    stop() {
      ofDocument.get(own)?.delete(appId)
      own.removeEventListener('message', listener)
      for (const entry of entries.values()) {
        entry.present?.stopWatching()
        entry.flow?.end()
      }
    },
  }
}
