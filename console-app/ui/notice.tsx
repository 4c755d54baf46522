import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly kind?: 'info' | 'danger' | 'success' | 'warning'
  readonly children: ReactNode
  /** What to do next. */
  readonly action?: ReactNode
}

/** Something the operator must know, where it happened. A failure is read out at once, all else when there is time. */
export function Notice({ kind = 'info', children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'danger' ? 'alert' : 'status'}>
      <div>{children}</div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing to show, why, and what to do about it. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}
