import type { LinkCardProps } from '../../login-method/login-method.ts'
import { GuardedCodeScreen } from '../../otp/guarded-code-screen.tsx'
import { useLinkFlow } from '../../otp/use-link-flow.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { ApproveOffNote } from '../../ui/approve-off-note.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { startSmsLinkFlow } from './flow.ts'
import { NumberScreen } from './number-screen.tsx'
import { SmsCode } from './sms-code.tsx'

/** Adds a phone number, or changes it: the number, then the code that was sent to it. */
export function SmsLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { flow, isAtCode } = useLinkFlow(context, startSmsLinkFlow)
  // The form does the work that the press admits.
  const guard = useApprovalGuard({ requestId: context.purpose, movesValue: false, onApprove: () => {} })
  const asked = useStore(context.stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (isAtCode) return <SmsCode adds flow={flow} onClose={onClose} screen={GuardedCodeScreen} />
  return (
    <NumberScreen
      flow={flow}
      guard={guard.button}
      note={<ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />}
      onBack={onBack}
      onClose={onClose}
      sentence={say(context.purpose === 'update' ? 'sms.updateSentence' : 'sms.linkSentence')}
      title={say(context.purpose === 'update' ? 'sms.updateTitle' : 'sms.linkTitle')}
    />
  )
}
