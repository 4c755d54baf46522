import type { ReactNode } from 'react'
import styles from '../login-method/away-screen.module.css'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'

export interface WorkScreenProps {
  readonly emblem: ReactNode
  readonly title: string
  readonly sentence: string
  /** What it is doing; `null`: nothing. */
  readonly doing: string | null
  readonly failure: string | undefined
  /** The press that does it; `null`: it needs none. After a failure it is "Try again". */
  readonly press: string | null
  /** What the press decides: see `GuardedButton`. */
  readonly guards: string
  readonly isReady?: boolean
  /** Below the press. */
  readonly children?: ReactNode
  readonly onBack?: (() => void) | undefined
  readonly onClose: (() => void) | null
  onPress(): void
}

/** A recovery that takes one press and a while. */
export function WorkScreen(props: WorkScreenProps) {
  const { doing, failure, press, guards, isReady = true } = props
  const label = failure === undefined ? press : say('action.tryAgain')
  return (
    <Screen
      emblem={<div className={styles.emblem}>{props.emblem}</div>}
      onBack={props.onBack}
      onClose={props.onClose}
      sentence={doing ?? props.sentence}
      status={doing ?? undefined}
      title={props.title}
    >
      {failure === undefined || doing !== null ? null : <Problem>{failure}</Problem>}
      {doing === null ? null : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
      <div className={styles.actions}>
        {doing !== null || label === null ? null : (
          <GuardedButton guards={guards} isBusy={!isReady} key={label} onPress={props.onPress}>
            {label}
          </GuardedButton>
        )}
        {props.children}
      </div>
    </Screen>
  )
}
