import type { LinkCardProps } from '../../login-method/login-method.ts'
import { useLinkFlow } from '../../otp/use-link-flow.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { EmailCode } from './email-code.tsx'
import { startEmailLinkFlow } from './flow.ts'
import styles from './link-card.module.css'
import { EmailRow } from './row.tsx'

/** Adds an e-mail address, or changes it: the address, then the code that was sent to it. */
export function EmailLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { flow, isAtCode } = useLinkFlow(context, startEmailLinkFlow)
  const asked = useStore(context.stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (isAtCode) return <EmailCode adds flow={flow} onClose={onClose} />
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say(context.purpose === 'update' ? 'email.updateSentence' : 'email.linkSentence')}
      title={say(context.purpose === 'update' ? 'email.updateTitle' : 'email.linkTitle')}
    >
      <div className={styles.field}>
        <EmailRow flow={flow} isFirst />
      </div>
    </Screen>
  )
}
