import { useEffect } from 'react'
import type { MethodCardProps } from '../../login-method/card-method.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { takeRefusal } from './autofill.ts'
import type { Purpose } from './flow.ts'
import { PasskeyScreen } from './passkey-screen.tsx'
import { startPasskeyLogin } from './start-flow.ts'

export interface PasskeyCardProps extends MethodCardProps {
  /** The press that opened it asked for the passkey already. */
  readonly startsAtOnce?: boolean
}

/** Logs in with a passkey that is there; signs up with a new one where the app allows it. */
export function PasskeyCard({ context, onBack, onClose, startsAtOnce = false }: PasskeyCardProps) {
  const { kernel, request, onAuthenticated } = context
  const [state, flow] = useFlow(() => startPasskeyLogin(kernel, takeRefusal(context)))
  const canSignUp = kernel.app.passkeys_for_signup_enabled && !request.options.disableSignup
  const purposes: readonly Purpose[] = canSignUp ? ['log-in', 'sign-up'] : ['log-in']

  useEffect(() => {
    if (startsAtOnce) flow.send({ type: 'start', purpose: 'log-in', window: null })
  }, [startsAtOnce, flow])
  useEffect(() => {
    if (state.status === 'done') onAuthenticated(state.result)
  }, [state, onAuthenticated])

  return (
    <PasskeyScreen
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      purposes={purposes}
      sentence={say('passkey.sentence')}
      title={say('passkey.title')}
    />
  )
}
