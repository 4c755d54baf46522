import { useEffect, useRef } from 'react'
import { Screen } from './screen.tsx'
import styles from './success.module.css'

/** How long a success stays (contract §9). */
export const SUCCESS_MS = 1_400

/** A drawn tick that moves on by itself; closing it moves on at once. */
export function Success({ title, sentence, onEnd }: { title: string; sentence?: string; onEnd(): void }) {
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    const timer = setTimeout(() => end.current(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Screen
      emblem={
        <svg aria-hidden="true" className={styles.tick} fill="none" viewBox="0 0 56 56">
          <circle className={styles.disc} cx="28" cy="28" r="27" />
          <path className={styles.line} d="m17.5 28.75 7 7 14-15" pathLength="1" />
        </svg>
      }
      onClose={onEnd}
      sentence={sentence}
      status={title}
      title={title}
    />
  )
}
