import type { LinkCardProps } from '../../login-method/login-method.ts'
import { GuardedCodeScreen } from '../../otp/guarded-code-screen.tsx'
import { useLinkFlow } from '../../otp/use-link-flow.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { ApproveOffNote } from '../../ui/approve-off-note.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { EmailCode } from './email-code.tsx'
import { startEmailLinkFlow } from './flow.ts'
import styles from './link-card.module.css'
import { EmailRow } from './row.tsx'

/** Adds an email address, or changes it: the address, then the code that was sent to it. */
export function EmailLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { flow, isAtCode } = useLinkFlow(context, startEmailLinkFlow)
  // The form does the work that the press admits.
  const guard = useApprovalGuard({ requestId: context.purpose, movesValue: false, onApprove: () => {} })
  const asked = useStore(context.stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (isAtCode) return <EmailCode adds flow={flow} onClose={onClose} screen={GuardedCodeScreen} />
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say(context.purpose === 'update' ? 'email.updateSentence' : 'email.linkSentence')}
      title={say(context.purpose === 'update' ? 'email.updateTitle' : 'email.linkTitle')}
    >
      <div className={styles.field}>
        <EmailRow flow={flow} guard={guard.button} isFirst />
      </div>
      <ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />
    </Screen>
  )
}
