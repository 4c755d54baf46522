import type { ReactNode } from 'react'
import styles from './choice-row.module.css'

export interface ChoiceRowProps {
  readonly icon: ReactNode
  readonly label: string
  /** What stands beside the label, such as that it is in use. */
  readonly mark?: ReactNode
  /** One line below of what it means. */
  readonly meaning?: ReactNode
  readonly isFirst?: boolean
  onPress(): void
}

/**
 * One of several ways as a button: icon at the start, a plain verb on the landing, else its name and what it means. It gives nothing:
 * it leads to a screen of its own.
 */
export function ChoiceRow({ icon, label, mark, meaning, isFirst = false, onPress }: ChoiceRowProps) {
  return (
    <button className={styles.row} data-autofocus={isFirst || undefined} onClick={onPress} type="button">
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span className={styles.label}>
        {mark == null && meaning === undefined ? label : <bdi>{label}</bdi>}
        {mark == null ? null : <span className={styles.mark}>{mark}</span>}
        {meaning === undefined ? null : <span className={styles.meaning}>{meaning}</span>}
      </span>
    </button>
  )
}

/** Several of them, below what they answer. */
export const ChoiceRows = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.rows}>{children}</div>
)
