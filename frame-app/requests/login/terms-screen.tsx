import { useEffect } from 'react'
import { startChoice } from '../../core/task.ts'
import { LegalLinks } from '../../login/legal-note.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './entry.module.css'

export interface TermsScreenProps {
  onAccepted(): void
  /** The session is over by then. */
  onDeclined(): void
}

/**
 * Between a login and what follows it, where the operator requires that terms are accepted. Who declines is logged out
 * again.
 */
export function TermsScreen({ onAccepted, onDeclined }: TermsScreenProps) {
  const { app, operations, appearance, session } = useKernel()
  const snapshot = useStore(session)
  const { termsUrl, privacyUrl } = useStore(appearance)
  const [state, flow] = useFlow(() =>
    startChoice(async (choice: 'accept' | 'decline', signal) => {
      if (choice === 'accept') await operations.acceptTerms(signal)
      else await operations.logout('device')
      return choice
    }, toFailure),
  )
  const chosen = state.status === 'busy' ? state.choice : state.status === 'done' ? state.result : null

  // The session has it first, also when they are accepted in another tab.
  const isAccepted =
    (state.status === 'done' && state.result === 'accept') ||
    (snapshot.status === 'authenticated' && snapshot.user.hasAcceptedTerms)
  const isDeclined = state.status === 'done' && state.result === 'decline'
  useEffect(() => {
    if (isAccepted) onAccepted()
    if (isDeclined) onDeclined()
  }, [isAccepted, isDeclined, onAccepted, onDeclined])

  const isAccepting = chosen === 'accept' || isAccepted
  const isDeclining = chosen === 'decline'
  const decline = () => flow.send({ type: 'start', argument: 'decline' })
  return (
    <Screen
      onClose={isAccepting ? null : decline}
      sentence={
        <LegalLinks act="accept" privacyUrl={privacyUrl} termsUrl={termsUrl}>
          {say('terms.acceptPlain', { app: app.name })}
        </LegalLinks>
      }
      title={say('terms.title')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button
          data-autofocus
          disabled={isDeclining}
          isBusy={isAccepting}
          onClick={() => flow.send({ type: 'start', argument: 'accept' })}
        >
          {say('terms.accept')}
        </Button>
        <Button disabled={isAccepting} isBusy={isDeclining} look="quiet" onClick={decline}>
          {say('terms.decline')}
        </Button>
      </div>
    </Screen>
  )
}
