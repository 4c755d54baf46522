import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { say } from '../words/say.ts'
import { focusFirst } from './focus.ts'
import { BackIcon, CloseIcon } from './icons.tsx'
import { useKernel } from './kernel-context.ts'
import styles from './screen.module.css'
import { useShell } from './shell-context.ts'
import { useHeightTransition } from './use-height-transition.ts'

export interface ScreenProps {
  readonly title: string
  /** Above the title: a logo, a drawn tick. */
  readonly emblem?: ReactNode
  readonly sentence?: ReactNode
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  /** Close, Escape and a click beside the card; `null` where the screen must be answered. */
  readonly onClose: (() => void) | null
  /** Spoken politely when it changes: what the screen is doing. */
  readonly status?: string | undefined
  readonly children?: ReactNode
}

/** The frame of every screen: ways out, title, one sentence, content. It names the dialog and takes the focus. */
export function Screen({ title, emblem, sentence, onBack, onClose, status, children }: ScreenProps) {
  const { screens } = useKernel()
  const { leave, isCovered } = useShell()
  const dialog = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const sentenceId = useId()
  useHeightTransition(scroller)

  useLayoutEffect(() => {
    leave.current = onClose
  }, [leave, onClose])
  useEffect(() => {
    if (!isCovered) screens.setTitle(title)
  }, [screens, title, isCovered])
  useEffect(() => {
    if (dialog.current && !isCovered) focusFirst(dialog.current)
  }, [isCovered])

  return (
    <div
      aria-describedby={sentence ? sentenceId : undefined}
      aria-labelledby={titleId}
      aria-modal="true"
      className={styles.screen}
      ref={dialog}
      role="dialog"
    >
      <div className={styles.bar}>
        {onBack ? (
          <button aria-label={say('action.back')} className={styles.way} onClick={onBack} type="button">
            <BackIcon />
          </button>
        ) : null}
        {onClose ? (
          <button
            aria-label={say('action.close')}
            className={`${styles.way} ${styles.close}`}
            onClick={onClose}
            type="button"
          >
            <CloseIcon />
          </button>
        ) : null}
      </div>
      <div className={styles.scroller} data-scroller ref={scroller}>
        <div className={styles.content}>
          {emblem}
          <h1 className={styles.title} id={titleId} tabIndex={-1}>
            {title}
          </h1>
          {sentence ? (
            <p className={styles.sentence} id={sentenceId}>
              {sentence}
            </p>
          ) : null}
          {children}
        </div>
      </div>
      <p className={styles.status} role="status">
        {status}
      </p>
    </div>
  )
}
