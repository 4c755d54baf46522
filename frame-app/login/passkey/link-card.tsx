import { useEffect } from 'react'
import type { LinkCardProps } from '../../login-method/login-method.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { PasskeyScreen } from './passkey-screen.tsx'
import { startPasskeyLink } from './start-flow.ts'

/** Adds a passkey to who is logged in. */
export function PasskeyLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { kernel, stepUp, onLinked, onRefused } = context
  const [state, flow] = useFlow(() => startPasskeyLink(kernel, stepUp))

  useEffect(() => {
    // The browser knows that this device has a passkey of the user: another try ends the same way.
    const isFinal = state.status === 'error' && state.failure.code === 'cannot_link_more_of_type'
    onRefused(isFinal ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])

  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <PasskeyScreen
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      purposes={['link']}
      sentence={say('passkey.linkSentence')}
      title={say('passkey.linkTitle')}
    />
  )
}
