import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { readBrowser } from '../login-method/browser.ts'
import type { LinkCardProps } from '../login-method/login-method.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { Problem } from '../ui/problem.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { InAppNote } from './in-app-note.tsx'
import { readReturn } from './oauth-keys.ts'
import { OauthScreen } from './oauth-screen.tsx'
import { providerOf, refusesInApp } from './provider.ts'
import { startOauthLink } from './start-flow.ts'

/** Refusals that another try does not change: the page is told of them when the person leaves. */
const FINAL: readonly ErrorCode[] = [
  'oauth_user_denied',
  'oauth_account_suspended',
  'linked_to_another_user',
  'cannot_link_more_of_type',
]

/**
 * Adds an account at another company. A way in that is there is proven first, so that nobody goes to the provider and comes
 * back to be refused.
 */
export function OauthLinkCard({ context, onBack, onClose }: LinkCardProps) {
  const { kernel, way, stepUp, returned, onLinked, onRefused } = context
  const provider = providerOf(way, kernel.app)
  const { isInApp } = readBrowser()
  const [state, flow] = useFlow(() => {
    const flow = startOauthLink(kernel, way, stepUp)
    const back = returned && readReturn(kernel, returned)
    if (back) flow.send({ type: 'resume', keys: back.keys, answer: back.answer })
    return flow
  })
  const [proof, prove] = useFlow(() =>
    startTask((_: undefined, signal) => stepUp.prove({ type: accountTypeOf(way) }, signal), toFailure),
  )
  useEffect(() => {
    if (flow.get().status === 'initial') prove.send({ type: 'start', argument: undefined })
  }, [flow, prove])
  useEffect(() => {
    onRefused(state.status === 'error' && FINAL.includes(state.failure.code) ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])

  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <OauthScreen
      finishing={say('social.linking')}
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('social.linkSentence', { provider: provider.name })}
      start={open => {
        if (isInApp && refusesInApp(provider)) return <InAppNote provider={provider.name} />
        if (proof.status === 'failed')
          return (
            <>
              <Problem>{proof.failure.message}</Problem>
              <Button onClick={() => prove.send({ type: 'start', argument: undefined })}>
                {say('action.tryAgain')}
              </Button>
            </>
          )
        // What is added opens the account from then on.
        return (
          <GuardedButton
            guards={provider.id}
            isBusy={proof.status !== 'done'}
            onPress={isInApp ? () => flow.send({ type: 'leave' }) : open}
          >
            {say('oauth.row', { provider: provider.name })}
          </GuardedButton>
        )
      }}
      title={say('social.linkTitle', { provider: provider.name })}
      way={way}
    />
  )
}
