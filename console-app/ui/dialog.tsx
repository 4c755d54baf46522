import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  /** What Escape does; `null` where there is no way around the question. */
  readonly onClose: (() => void) | null
  readonly children: ReactNode
  readonly isWide?: boolean
}

/** A question over the page. The browser's own modal: it keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      aria-labelledby={id}
      className={`${styles.dialog} ${isWide ? styles.wide : ''}`}
      onCancel={event => {
        // It closes by going from the page, so that whoever shows it knows.
        event.preventDefault()
        onClose?.()
      }}
      ref={dialog}
    >
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
