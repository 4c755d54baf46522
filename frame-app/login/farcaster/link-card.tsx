import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { useEffect } from 'react'
import type { LinkCardProps } from '../../login-method/login-method.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { FarcasterScreen } from './farcaster-screen.tsx'
import { startFarcasterLink } from './start-flow.ts'

/** Refusals that another try does not change: the page is told of them when the person leaves. */
const FINAL: readonly ErrorCode[] = ['linked_to_another_user', 'cannot_link_more_of_type']

/** Adds a Farcaster account to who is logged in. */
export function FarcasterLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { kernel, stepUp, onLinked, onRefused } = context
  const [state, flow] = useFlow(() => startFarcasterLink(kernel, stepUp))
  useEffect(() => {
    onRefused(state.status === 'error' && FINAL.includes(state.failure.code) ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])

  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <FarcasterScreen
      finishing={say('social.linking')}
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('social.linkSentence', { provider: 'Farcaster' })}
      start={
        // What is added opens the account from then on.
        <GuardedButton guards="farcaster" isBusy={false} onPress={() => flow.send({ type: 'start' })}>
          {say('farcaster.row')}
        </GuardedButton>
      }
      title={say('social.linkTitle', { provider: 'Farcaster' })}
    />
  )
}
