import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** What was pressed is under way: the button keeps its place and its focus, and takes no second press. */
  readonly isBusy?: boolean
}

/** A button; `type="button"` unless it says otherwise, so that none submits a form by accident. */
export function Button({ look = 'plain', isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={`${styles.button} ${styles[look]}`}
      onClick={event => {
        // Disabled for good, it would drop the focus of who pressed it.
        if (isBusy) return event.preventDefault()
        onClick?.(event)
      }}
    >
      <span className={isBusy ? styles.waiting : undefined}>{children}</span>
      {isBusy ? <span aria-hidden="true" className={styles.spinner} /> : null}
    </button>
  )
}
