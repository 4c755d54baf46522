import { useEffect } from 'react'
import type { MethodCardProps } from '../../login-method/card-method.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { FarcasterScreen } from './farcaster-screen.tsx'
import { startFarcasterLogin } from './start-flow.ts'

/** Logs in with a Farcaster account. */
export function FarcasterCard({ context, onBack, onClose }: MethodCardProps) {
  const { kernel, request, onAuthenticated } = context
  const [state, flow] = useFlow(() => {
    const flow = startFarcasterLogin(kernel, request.options.disableSignup ?? false)
    flow.send({ type: 'start' })
    return flow
  })
  useEffect(() => {
    if (state.status === 'done') onAuthenticated(state.result)
  }, [state, onAuthenticated])
  return (
    <FarcasterScreen
      finishing={say('social.finishing')}
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('login.intro', { app: kernel.app.name })}
      title={say('farcaster.row')}
    />
  )
}
