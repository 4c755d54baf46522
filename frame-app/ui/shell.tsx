import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { say } from '../words/say.ts'
import { cycleFocus, focusField, focusFirst } from './focus.ts'
import { LockIcon } from './icons.tsx'
import styles from './shell.module.css'
import { ShellContext } from './shell-context.ts'

/** The dimmed page, the card and its foot. Screens come and go inside; the card stays. */
export function Shell({ children }: { children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  const leave = useRef<(() => void) | null>(null)
  const height = useRef<number | null>(null)
  const pressed = useRef<EventTarget | null>(null)
  const shell = useMemo(() => ({ leave, height }), [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An input method uses Escape and Tab for its own list.
      if (event.isComposing || !card.current) return
      if (event.key === 'Escape') leave.current?.()
      if (event.key === 'Tab') {
        if (cycleFocus(card.current, event.shiftKey)) event.preventDefault()
      } else if (document.activeElement === document.body) focusField(card.current)
    }
    // The page's shell may show the frame after the screen is drawn: what is not displayed cannot take focus.
    const onFocus = () => {
      if (card.current && document.activeElement === document.body) focusFirst(card.current)
    }
    document.addEventListener('keydown', onKeyDown)
    window.addEventListener('focus', onFocus)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('focus', onFocus)
    }
  }, [])

  const stage = {
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.target
    },
    // A click counts only if it began here: selecting text and letting go outside of the card must not close it. Nor
    // must the second click of a double click, whose first one had the page open this.
    onClick: ({ target, currentTarget, detail }: MouseEvent) => {
      if (target === currentTarget && pressed.current === currentTarget && detail < 2) leave.current?.()
    },
  }

  return (
    <ShellContext value={shell}>
      <div className={styles.backdrop} />
      {/* For the pointer only: Close and Escape do the same. */}
      <div className={styles.stage} {...stage}>
        <div className={styles.card} data-guarded-card ref={card}>
          {children}
          <footer className={styles.foot}>
            <LockIcon />
            <span className={styles.host}>{say('shell.walletOrigin', { host: location.host })}</span>
          </footer>
        </div>
      </div>
    </ShellContext>
  )
}
