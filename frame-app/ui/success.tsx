import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKernel } from './kernel-context.ts'
import { Screen } from './screen.tsx'
import styles from './success.module.css'
import { useStore } from './use-flow.ts'

/** How long a success stays (contract §9). */
export const SUCCESS_MS = 1_400
/** A longer stay, for a success with something to read (contract §9). */
const LONG_SUCCESS_MS = 2_500

export interface SuccessProps {
  readonly title: string
  readonly sentence?: string
  /** `until-closed`: for the person to read as long as they like, unless another request waits for its turn. */
  readonly stays?: 'short' | 'long' | 'until-closed'
  /** It stays while a pointer or the focus is on these: they can be links. */
  readonly children?: ReactNode
  /** As soon as it is on show. The page's call is answered here: nobody but the person has to wait for the tick. */
  onShown?(): void
  onEnd(): void
  /** The person closed it before its time. Absent: as `onEnd`. */
  onClose?(): void
}

/** A drawn tick that moves on by itself, unless it is to stay; closing it moves on at once. */
export function Success({
  title,
  sentence,
  stays = 'short',
  children,
  onShown,
  onEnd,
  onClose = onEnd,
}: SuccessProps) {
  const end = useRef(onEnd)
  end.current = onEnd
  const [isHeld, setIsHeld] = useState(false)
  const shown = useRef(onShown)
  // Before anybody can press Close: a tick that is closed at once has been shown all the same.
  useLayoutEffect(() => void shown.current?.(), [])
  const [since] = useState(() => Date.now())
  const { isAwaited } = useKernel().screens
  const makesWay = useStore(isAwaited)
  useEffect(() => {
    if (isHeld || (stays === 'until-closed' && !makesWay)) return
    const rest = (stays === 'short' ? SUCCESS_MS : LONG_SUCCESS_MS) - (makesWay ? Date.now() - since : 0)
    const timer = setTimeout(() => end.current(), Math.max(0, rest))
    return () => clearTimeout(timer)
  }, [isHeld, stays, makesWay, since])
  const hold = {
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: () => setIsHeld(false),
  }
  return (
    <Screen
      emblem={
        <svg aria-hidden="true" className={styles.tick} fill="none" viewBox="0 0 56 56">
          <circle className={styles.disc} cx="28" cy="28" r="27" />
          <path className={styles.line} d="m17.5 28.75 7 7 14-15" pathLength="1" />
        </svg>
      }
      onClose={onClose}
      sentence={sentence}
      status={title}
      title={title}
    >
      {children ? <div {...hold}>{children}</div> : null}
    </Screen>
  )
}
