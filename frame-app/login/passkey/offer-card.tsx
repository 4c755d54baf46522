import { useEffect } from 'react'
import type { OfferCardProps } from '../../login-method/login-method.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { PasskeyScreen } from './passkey-screen.tsx'
import { startPasskeyLink } from './start-flow.ts'

/** Offers a passkey to who has just logged in by a code. */
export function PasskeyOfferCard({ context, isAwaited, onMakeRoom, onDeclined }: OfferCardProps) {
  const { kernel, stepUp, onLinked } = context
  const [state, flow] = useFlow(() => startPasskeyLink(kernel, stepUp))

  useEffect(() => {
    if (state.status === 'done') onLinked(state.result)
    if (state.status === 'initial' && isAwaited) onMakeRoom()
  }, [state, isAwaited, onLinked, onMakeRoom])

  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onDeclined} />
  return (
    <PasskeyScreen
      flow={flow}
      later={{ label: say('passkey.notNow'), onPress: onDeclined }}
      onClose={onDeclined}
      press={say('passkey.linkTitle')}
      purposes={['link']}
      sentence={say('passkey.offerSentence')}
      title={say('passkey.offerTitle')}
    />
  )
}
