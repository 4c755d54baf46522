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
/**
 * Device pixels for a CSS px, in a frame. With fewer the letters are too small to read: a page can `zoom` what it embeds, which no
 * observer tells of. In a window of its own the person alone does that.
 */
const LEAST_SCALE = 0.6

export interface ApprovalGuard {
  readonly status: GuardState['status']
  /** To be spread on the approving button. */
  readonly button: {
    readonly ref: RefCallback<HTMLButtonElement>
    readonly disabled: boolean
    /** What has such a button stands above the page alone (`kernel/inline`). */
    readonly 'data-guarded': true
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

/** What a guard tells of an element and of the card that it stands in. */
export interface Sight {
  readonly status: GuardState['status']
  readonly ref: RefCallback<HTMLElement>
  /** Of this very moment, and not as it was drawn: between a disturbance and the next drawing a press must find the guard off. */
  now(): GuardState
}

/** Watches an element and its card, from when it is there. @param identity of what stands there; a change starts the wait anew */
export function useSight(identity: string, capability: GuardCapability): Sight {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [state, setState] = useState(() => initialGuard(capability))
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
  }, [identity, send])

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

  return { status: state.status, ref, now: useCallback(() => latest.current, []) }
}

/** Ties the guard to a button and the card around it: what the browser reports in, `disabled` and admitted clicks out. */
export function useApprovalGuard({ requestId, movesValue, onApprove }: ApprovalGuardOptions): ApprovalGuard {
  const pressedAtMs = useRef<number | null>(null)
  const own = useRef<HTMLButtonElement | null>(null)
  /** The form of an Enter that came before the guard was armed, from a person who had typed there. */
  const held = useRef<HTMLFormElement | null>(null)
  const capability = guardCapability({ tracksVisibility: tracksVisibility(), movesValue })
  const { status, ref, now } = useSight(requestId, capability)
  const onKey = useCallback(
    ({ timeStamp, repeat }: { readonly timeStamp: number; readonly repeat: boolean }) => {
      // A key that repeats here without having gone down here was held when the focus came.
      pressedAtMs.current = repeat ? (pressedAtMs.current ?? Number.NEGATIVE_INFINITY) : timeStamp
    },
    [],
  )

  useEffect(() => {
    let hasTyped = false
    const isInForm = (target: EventTarget | null) => own.current?.form?.contains(target as Node) === true
    const isEnter = ({ key, target }: KeyboardEvent) => key === 'Enter' && isInForm(target)
    const onInput = ({ target }: Event) => {
      hasTyped ||= isInForm(target)
    }
    // Enter in a field of its form presses the button, too, which hears no key then.
    const onDown = (event: KeyboardEvent) => {
      if (!isEnter(event)) return
      onKey(event)
      // Who has typed here means it; of all others the page may have moved the focus under the key.
      if (hasTyped && !event.repeat && now().status === 'arming') held.current = own.current?.form ?? null
    }
    const onUp = (event: KeyboardEvent) => {
      if (isEnter(event)) pressedAtMs.current = null
    }
    document.addEventListener('input', onInput)
    document.addEventListener('keydown', onDown)
    document.addEventListener('keyup', onUp)
    return () => {
      document.removeEventListener('input', onInput)
      document.removeEventListener('keydown', onDown)
      document.removeEventListener('keyup', onUp)
    }
  }, [onKey, now])

  useEffect(() => {
    if (status === 'arming') return
    const form = held.current
    held.current = null
    if (status === 'armed') form?.requestSubmit()
  }, [status])

  return {
    status,
    button: {
      ref: useCallback(
        (element: HTMLButtonElement | null) => {
          own.current = element
          ref(element)
        },
        [ref],
      ),
      'data-guarded': true,
      disabled: status !== 'armed',
      onPointerDown: ({ timeStamp }) => {
        pressedAtMs.current = timeStamp
      },
      onKeyDown: onKey,
      onClick: event => {
        const { isTrusted, detail: count } = event.nativeEvent
        const press = { isTrusted, count, pressedAtMs: pressedAtMs.current }
        pressedAtMs.current = null
        if (admitsPress(now(), press)) onApprove()
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
    const isTiny = top !== window && devicePixelRatio < LEAST_SCALE
    send({ type: 'seen', ratio: isRoomy && !isTiny ? sight.ratio : 0, isVisible: sight.isVisible, atMs })
  }
  const visibility = watchVisibility(card ? [card, button] : [button], ({ atMs, ...seen }) => {
    sight = seen
    look(atMs)
  })
  const stopListening = watchDisturbances(window, () => {
    const atMs = performance.now()
    send({ type: 'disturbed', atMs })
    look(atMs)
    visibility.again()
  })
  return () => {
    visibility.stop()
    stopListening()
    send({ type: 'unwatched' })
  }
}
