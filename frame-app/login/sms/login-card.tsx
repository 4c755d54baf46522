import type { MethodCardProps } from '../../login-method/card-method.tsx'
import { isAtCode } from '../../otp/code-flow.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { startSmsFlow } from './flow.ts'
import { NumberScreen } from './number-screen.tsx'
import { SmsCode } from './sms-code.tsx'

/** Login by phone: the number, then the code that was sent to it. */
export function SmsLoginCard({ context, onBack, onClose }: MethodCardProps) {
  const [state, flow] = useFlow(() => startSmsFlow(context))
  if (isAtCode(state)) return <SmsCode flow={flow} onClose={onClose} />
  return (
    <NumberScreen
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('sms.sentence')}
      title={say('sms.title')}
    />
  )
}
