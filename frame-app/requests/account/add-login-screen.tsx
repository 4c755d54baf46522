import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { AddRows, addableWays } from './logins.tsx'
import styles from './screen.module.css'

export interface AddLoginScreenProps {
  onBack(): void
  onClose(): void
  onLink(way: Way): void
}

/** Every way to log in that the person does not have yet. */
export function AddLoginScreen({ onBack, onClose, onLink }: AddLoginScreenProps) {
  const kernel = useKernel()
  const snapshot = useStore(kernel.session)
  if (snapshot.status === 'anonymous') return null
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('account.addLoginSentence')}
      title={say('account.addLogin')}
    >
      <div className={styles.additions}>
        <AddRows addable={addableWays(snapshot.user, enabledWays(kernel.app), kernel)} onLink={onLink} />
      </div>
    </Screen>
  )
}
