import { type MouseEvent, type RefCallback, useEffect, useReducer, useRef, useState } from 'react'
import {
  admitsPress,
  type GuardCapability,
  type GuardEvent,
  type GuardState,
  guardCapability,
  initialGuard,
  reduceGuard,
  UNBROKEN_MS,
} from './approval-guard.ts'

/** Milliseconds between two reports; v2 asks for at least 100. */
const REPORT_EVERY_MS = 100
const THRESHOLDS = [0, 0.5, 0.99, 1]

export interface ApprovalGuard {
  readonly status: GuardState['status']
  /** To be spread on the approving button. */
  readonly button: {
    readonly ref: RefCallback<HTMLButtonElement>
    readonly disabled: boolean
    onPointerDown(event: { readonly timeStamp: number }): void
    onKeyDown(event: { readonly timeStamp: number; readonly repeat: boolean }): void
    onClick(event: MouseEvent): void
  }
}

export interface ApprovalGuardOptions {
  /** Identity of what is approved; a change starts the wait anew. */
  readonly requestId: string
  readonly movesValue: boolean
  onApprove(): void
}

/** Ties the guard to a button: reports of an IntersectionObserver in, `disabled` and admitted clicks out. */
export function useApprovalGuard({ requestId, movesValue, onApprove }: ApprovalGuardOptions): ApprovalGuard {
  const [element, ref] = useState<HTMLButtonElement | null>(null)
  const pressedAtMs = useRef<number | null>(null)
  const capability = guardCapability({ tracksVisibility: tracksVisibility(), movesValue })
  const [state, send] = useReducer(
    (current: GuardState, event: GuardEvent) => reduceGuard(capability, current, event),
    capability,
    initialGuard,
  )

  useEffect(() => (element ? observe(element, capability, send) : undefined), [element, capability])

  useEffect(() => {
    send({ type: 'request-changed', atMs: performance.now() })
  }, [requestId])

  useEffect(() => {
    if (state.status !== 'arming') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = state.sinceMs + UNBROKEN_MS - performance.now()
      // A timer may fire early by a clock that browsers make coarse on purpose: one look would leave the button dead.
      if (left > 0) timer = setTimeout(wait, left + 1)
      else send({ type: 'elapsed', atMs: performance.now() })
    }
    wait()
    return () => clearTimeout(timer)
  }, [state])

  return {
    status: state.status,
    button: {
      ref,
      disabled: state.status !== 'armed',
      onPointerDown: ({ timeStamp }) => {
        pressedAtMs.current = timeStamp
      },
      onKeyDown: ({ timeStamp, repeat }) => {
        if (!repeat) pressedAtMs.current = timeStamp
      },
      onClick: ({ nativeEvent: { isTrusted } }) => {
        const press = { isTrusted, pressedAtMs: pressedAtMs.current }
        pressedAtMs.current = null
        if (admitsPress(state, press)) onApprove()
      },
    },
  }
}

function tracksVisibility(): boolean {
  return 'isVisible' in IntersectionObserverEntry.prototype
}

function observe(button: Element, capability: GuardCapability, send: (event: GuardEvent) => void) {
  if (capability === 'refused') return undefined
  const observer = new IntersectionObserver(
    entries => {
      for (const { intersectionRatio, time, ...entry } of entries.map(readEntry))
        send({ type: 'seen', ratio: intersectionRatio, isVisible: entry.isVisible, atMs: time })
    },
    // `trackVisibility` and `delay` are v2; a browser without it ignores them.
    { threshold: THRESHOLDS, trackVisibility: true, delay: REPORT_EVERY_MS } as IntersectionObserverInit,
  )
  observer.observe(button)
  return () => {
    observer.disconnect()
    send({ type: 'unwatched' })
  }
}

function readEntry(entry: IntersectionObserverEntry & { readonly isVisible?: boolean }) {
  return { intersectionRatio: entry.intersectionRatio, time: entry.time, isVisible: entry.isVisible }
}
