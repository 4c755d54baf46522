import { Button } from '../../ui/button.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export interface LeaveEverywhereScreenProps {
  /** Absent where there is no way back. */
  readonly onBack?: () => void
  onClose(): void
  onLeave(): void
  onStay(): void
}

/** Asks before every device is logged out: nobody else can undo it for the person. */
export const LeaveEverywhereScreen = ({ onBack, onClose, onLeave, onStay }: LeaveEverywhereScreenProps) => (
  <Screen
    onBack={onBack}
    onClose={onClose}
    sentence={say('account.logOutEverywhereSentence')}
    title={say('account.logOutEverywhere')}
  >
    <div className={styles.actions}>
      <GuardedButton guards="all devices" onPress={onLeave}>
        {say('account.logOutEverywhere')}
      </GuardedButton>
      <Button look="plain" onClick={onStay}>
        {say('account.stay')}
      </Button>
    </div>
  </Screen>
)
