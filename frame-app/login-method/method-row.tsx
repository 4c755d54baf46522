import type { ReactNode } from 'react'
import styles from './method-row.module.css'

export interface MethodRowProps {
  readonly icon: ReactNode
  readonly label: string
  /** What stands beside the label, such as that it is in use. */
  readonly mark?: string | undefined
  /** One line below of what it means. */
  readonly meaning?: string
  readonly isFirst: boolean
  onPress(): void
}

/** A way as a button: icon at the start, a plain verb on the landing, else its name and what it means. */
export function MethodRow({ icon, label, mark, meaning, isFirst, onPress }: MethodRowProps) {
  return (
    <button className={styles.row} data-autofocus={isFirst || undefined} onClick={onPress} type="button">
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>
        {mark === undefined && meaning === undefined ? label : <bdi>{label}</bdi>}
        {mark === undefined ? null : <span className={styles.mark}>{mark}</span>}
        {meaning === undefined ? null : <span className={styles.meaning}>{meaning}</span>}
      </span>
    </button>
  )
}
