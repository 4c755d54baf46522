import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export interface LogoutScreenProps {
  readonly hasFailed: boolean
  /** `null`: not before it is known how it went. */
  readonly onClose: (() => void) | null
}

/** This device is logged out; the server has the others to log out, or did not confirm it. */
export function LogoutScreen({ hasFailed, onClose }: LogoutScreenProps) {
  return (
    <Screen
      onClose={onClose}
      status={hasFailed ? undefined : say('account.loggingOut')}
      title={say('account.title')}
    >
      {hasFailed ? <Problem>{say('account.othersStay')}</Problem> : <Spinner />}
      {onClose ? (
        <div className={styles.actions}>
          <Button onClick={onClose}>{say('action.done')}</Button>
        </div>
      ) : null}
    </Screen>
  )
}
