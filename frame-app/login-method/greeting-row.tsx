import type { ReactNode } from 'react'
import { Problem } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import styles from './greeting-row.module.css'

export interface GreetingRowProps {
  readonly icon: ReactNode
  /** Who it was, without what a stranger at the device could use; `null`: said by `label`. */
  readonly who: string | null
  /** Where nobody is named. */
  readonly label?: string
  readonly isFirst: boolean
  /** What is under way, said to who cannot see it. */
  readonly busy?: string | undefined
  readonly problem?: string | undefined
  onPress(): void
  onForget(): void
}

/** The landing's first row for who comes back: one press goes on, one forgets. */
export function GreetingRow(props: GreetingRowProps) {
  const { icon, who, label, isFirst, busy, problem, onPress, onForget } = props
  const isBusy = busy !== undefined
  return (
    <div className={styles.greeting}>
      <div className={styles.row}>
        <button
          aria-busy={isBusy || undefined}
          className={styles.go}
          data-autofocus={isFirst || undefined}
          onClick={isBusy ? undefined : onPress}
          type="button"
        >
          <span className={styles.icon}>{icon}</span>
          <span className={`${styles.label} ${isBusy ? styles.busy : ''}`}>
            {who === null ? (
              <span className={styles.alone}>{label}</span>
            ) : (
              <Phrase
                of="greeting.continueAs"
                values={{
                  who: (
                    <span className={styles.who}>
                      <bdi dir="ltr">{who}</bdi>
                    </span>
                  ),
                }}
              />
            )}
          </span>
          {isBusy ? <Spinner /> : null}
        </button>
        <button
          aria-label={say('greeting.forgetLabel')}
          className={styles.forget}
          onClick={onForget}
          type="button"
        >
          {say('greeting.forget')}
        </button>
      </div>
      <span className={styles.status} role="status">
        {busy}
      </span>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
    </div>
  )
}
