import type { ReactNode } from 'react'
import styles from './choice-row.module.css'

export interface ChoiceRowProps {
  readonly icon: ReactNode
  readonly name: ReactNode
  /** Beside the name: how it stands. */
  readonly mark?: ReactNode
  readonly meaning?: ReactNode
  readonly isFirst?: boolean
  onPress(): void
}

/** One of several ways, with what it means. It gives nothing: it leads to a screen of its own. */
export const ChoiceRow = ({ icon, name, mark, meaning, isFirst = false, onPress }: ChoiceRowProps) => (
  <button className={styles.row} data-autofocus={isFirst || undefined} onClick={onPress} type="button">
    <span aria-hidden="true" className={styles.icon}>
      {icon}
    </span>
    <span className={styles.words}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {mark ? <span className={styles.mark}>{mark}</span> : null}
      </span>
      {meaning ? <span className={styles.meaning}>{meaning}</span> : null}
    </span>
  </button>
)

export const ChoiceRows = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.rows}>{children}</div>
)
