import { type MouseEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
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
import { watchDisturbances } from './watch-disturbances.ts'
import { tracksVisibility, watchVisibility } from './watch-visibility.ts'

/** The whole of what a person reads before they press: it is what has to be in sight. */
const CARD = '[data-guarded-card]'
/** Less room than this, in CSS px, shows no card in a way that anybody can read. */
const LEAST = { width: 280, height: 240 } as const

export interface ApprovalGuard {
  readonly status: GuardState['status']
  /** To be spread on the approving button. */
  readonly button: {
    readonly ref: RefCallback<HTMLButtonElement>
    readonly disabled: boolean
    onPointerDown(event: { readonly timeStamp: number }): void
    onKeyDown(event: { readonly timeStamp: number; readonly repeat: boolean }): void
    onClick(event: Pick<MouseEvent, 'nativeEvent' | 'preventDefault'>): void
  }
}

export interface ApprovalGuardOptions {
  /** Identity of what is approved; a change starts the wait anew. */
  readonly requestId: string
  readonly movesValue: boolean
  onApprove(): void
}

/** Ties the guard to a button and the card around it: what the browser reports in, `disabled` and admitted clicks out. */
export function useApprovalGuard({ requestId, movesValue, onApprove }: ApprovalGuardOptions): ApprovalGuard {
  const [element, ref] = useState<HTMLButtonElement | null>(null)
  const pressedAtMs = useRef<number | null>(null)
  const capability = guardCapability({ tracksVisibility: tracksVisibility(), movesValue })
  const [state, setState] = useState(() => initialGuard(capability))
  // Not what was drawn: between a disturbance and the next drawing a click must find the guard off.
  const latest = useRef(state)
  const send = useCallback(
    (event: GuardEvent) => {
      latest.current = reduceGuard(capability, latest.current, event)
      setState(latest.current)
    },
    [capability],
  )

  useEffect(() => (element ? watch(element, capability, send) : undefined), [element, capability, send])

  useEffect(() => {
    send({ type: 'disturbed', atMs: performance.now() })
  }, [requestId, send])

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
  }, [state, send])

  return {
    status: state.status,
    button: {
      ref,
      disabled: state.status !== 'armed',
      onPointerDown: ({ timeStamp }) => {
        pressedAtMs.current = timeStamp
      },
      onKeyDown: ({ timeStamp, repeat }) => {
        // A key that repeats here without having gone down here was held when the focus came.
        pressedAtMs.current = repeat ? (pressedAtMs.current ?? Number.NEGATIVE_INFINITY) : timeStamp
      },
      onClick: event => {
        const press = { isTrusted: event.nativeEvent.isTrusted, pressedAtMs: pressedAtMs.current }
        pressedAtMs.current = null
        if (admitsPress(latest.current, press)) onApprove()
        // Else a form would be submitted by it all the same.
        else event.preventDefault?.()
      },
    },
  }
}

function watch(button: Element, capability: GuardCapability, send: (event: GuardEvent) => void) {
  if (capability === 'refused') return undefined
  const card = button.closest(CARD)
  let sight = { ratio: 0, isVisible: undefined as boolean | undefined }
  /** A page can make the frame, or the window that it opens, so small that a button is all that stands in it. */
  const look = (atMs: number) => {
    const isRoomy = innerWidth >= LEAST.width && innerHeight >= LEAST.height
    send({ type: 'seen', ratio: isRoomy ? sight.ratio : 0, isVisible: sight.isVisible, atMs })
  }
  const ends = [
    watchVisibility(card ? [card, button] : [button], ({ atMs, ...seen }) => {
      sight = seen
      look(atMs)
    }),
    watchDisturbances(window, () => {
      const atMs = performance.now()
      send({ type: 'disturbed', atMs })
      look(atMs)
    }),
  ]
  return () => {
    for (const end of ends) end()
    send({ type: 'unwatched' })
  }
}
