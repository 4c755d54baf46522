import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

/** This device is logged out; the server has the others to log out, or did not confirm it. */
export function LogoutScreen({ hasFailed, onClose }: { hasFailed: boolean; onClose: () => void }) {
  return (
    <Screen
      onClose={onClose}
      status={hasFailed ? undefined : say('account.loggingOut')}
      title={say('account.title')}
    >
      {hasFailed ? <Problem>{say('account.othersStay')}</Problem> : <Spinner />}
      <div className={styles.actions}>
        <Button onClick={onClose}>{say('action.done')}</Button>
      </div>
    </Screen>
  )
}
