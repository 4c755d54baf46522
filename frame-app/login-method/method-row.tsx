import type { ReactNode } from 'react'
import styles from './method-row.module.css'

export interface MethodRowProps {
  readonly icon: ReactNode
  readonly label: string
  readonly isFirst: boolean
  onPress(): void
}

/** A login method as a button of the landing: icon at the start, a plain verb. */
export function MethodRow({ icon, label, isFirst, onPress }: MethodRowProps) {
  return (
    <button className={styles.row} data-autofocus={isFirst || undefined} onClick={onPress} type="button">
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{label}</span>
    </button>
  )
}
