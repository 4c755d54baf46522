import type { LinkCardProps } from '../../login-method/login-method.ts'
import { useLinkFlow } from '../../otp/use-link-flow.ts'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import { EmailCode } from './email-code.tsx'
import { startEmailLinkFlow } from './flow.ts'
import styles from './link-card.module.css'
import { EmailRow } from './row.tsx'

/** Adds an e-mail address, or changes it: the address, then the code that was sent to it. */
export function EmailLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { flow, isAtCode } = useLinkFlow(context, startEmailLinkFlow)
  if (isAtCode) return <EmailCode flow={flow} onClose={onClose} />
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('email.linkSentence')}
      title={say(context.purpose === 'update' ? 'email.updateTitle' : 'email.linkTitle')}
    >
      <div className={styles.field}>
        <EmailRow flow={flow} isFirst />
      </div>
    </Screen>
  )
}
