import { useEffect } from 'react'
import { LegalLinks } from '../../login/legal-note.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import styles from './entry.module.css'
import { startTermsFlow } from './terms-flow.ts'

export interface TermsScreenProps {
  onAccepted(): void
  /** The session is over by then. */
  onDeclined(): void
}

/** Between a login and what follows it, where the operator requires that terms are accepted. */
export function TermsScreen({ onAccepted, onDeclined }: TermsScreenProps) {
  const { app, operations, appearance, session } = useKernel()
  const snapshot = useStore(session)
  const { termsUrl, privacyUrl } = useStore(appearance)
  const [state, flow] = useFlow(() => startTermsFlow(operations))

  // The session has it first, also when they are accepted in another tab.
  const isAccepted =
    state.status === 'accepted' || (snapshot.status === 'authenticated' && snapshot.user.hasAcceptedTerms)
  useEffect(() => {
    if (isAccepted) onAccepted()
    if (state.status === 'declined') onDeclined()
  }, [isAccepted, state.status, onAccepted, onDeclined])

  const isAccepting = state.status === 'accepting' || isAccepted
  const isDeclining = state.status === 'declining' || state.status === 'declined'
  const decline = () => flow.send({ type: 'decline' })
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
          onClick={() => flow.send({ type: 'accept' })}
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
