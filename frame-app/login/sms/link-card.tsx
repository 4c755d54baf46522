import type { LinkCardProps } from '../../login-method/login-method.ts'
import { useLinkFlow } from '../../otp/use-link-flow.ts'
import { say } from '../../words/say.ts'
import { startSmsLinkFlow } from './flow.ts'
import { NumberScreen } from './number-screen.tsx'
import { SmsCode } from './sms-code.tsx'

/** Adds a phone number, or changes it: the number, then the code that was sent to it. */
export function SmsLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { flow, isAtCode } = useLinkFlow(context, startSmsLinkFlow)
  if (isAtCode) return <SmsCode flow={flow} onClose={onClose} />
  return (
    <NumberScreen
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('sms.linkSentence')}
      title={say(context.purpose === 'update' ? 'sms.updateTitle' : 'sms.linkTitle')}
    />
  )
}
