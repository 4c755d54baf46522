import { openOauthWindow } from '../oauth-flow/oauth-window.ts'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { type CloudFlow, RESUME } from './cloud-flow.ts'
import type { CloudPlatform } from './cloud-platform.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import type { Proof } from './use-proof.ts'
import { WorkScreen } from './work-screen.tsx'

export interface CloudScreenProps {
  readonly cloud: CloudPlatform
  readonly flow: CloudFlow
  readonly title: string
  readonly sentence: string
  /** While the cloud is asked, and what it gave is used. */
  readonly finishing: string
  /** Taken before anybody goes to the cloud; absent: none is. */
  readonly proof?: Proof
  /** Another try goes on without the window. */
  isHalfDone?(): boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** A person goes to their cloud in a window, and what they allow there is used here. */
export function CloudScreen(props: CloudScreenProps) {
  const { cloud, flow, finishing, proof, isHalfDone } = props
  const { app } = useKernel()
  const state = useStore(flow)
  const Emblem = RECOVERY_ICONS[cloud.id]
  const isFinishing = state.status === 'done' || (state.status === 'loading' && state.step === 'finishing')
  const failure = state.status === 'error' ? state.failure.message : undefined
  const start = () =>
    flow.send(isHalfDone?.() ? RESUME : { type: 'start', window: openOauthWindow(window, app.id) })
  return (
    <WorkScreen
      doing={isFinishing ? finishing : away(flow.get(), cloud.name)}
      emblem={<Emblem />}
      failure={proof?.failure ?? failure}
      guards={cloud.id}
      isReady={proof === undefined || proof.isGiven || proof.failure !== undefined}
      onBack={isFinishing ? undefined : props.onBack}
      // Who leaves now would be told that nothing was done, while it is.
      onClose={isFinishing ? null : props.onClose}
      onPress={proof?.failure === undefined ? start : proof.again}
      press={say('oauth.row', { provider: cloud.name })}
      sentence={props.sentence}
      title={props.title}
    >
      {state.status === 'loading' && state.step === 'waiting' ? (
        <Button
          look={state.sight === 'open' ? 'quiet' : 'primary'}
          onClick={() =>
            flow.send({ type: 'reopen', window: openOauthWindow(window, app.id, state.window.flowId) })
          }
        >
          {say(state.sight === 'unseen' ? 'action.tryAgain' : 'social.openAgain')}
        </Button>
      ) : null}
    </WorkScreen>
  )
}

const AWAY = { open: 'social.finish', gone: 'social.gone', unseen: 'recovery.windowBlocked' } as const

function away(state: ReturnType<CloudFlow['get']>, provider: string): string | null {
  if (state.status !== 'loading') return null
  return state.step === 'waiting' ? say(AWAY[state.sight], { provider }) : say('social.opening', { provider })
}
