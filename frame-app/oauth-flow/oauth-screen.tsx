import type { Way } from '@vitrine/shared/login/registry.ts'
import type { ReactNode } from 'react'
import styles from '../login-method/away-screen.module.css'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { NoAnswer } from '../ui/no-answer.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import type { OauthState } from './flow.ts'
import { openOauthWindow } from './oauth-window.ts'
import { type Provider, providerOf } from './provider.ts'
import { ProviderLogo } from './provider-logo.tsx'
import type { OauthFlow } from './start-flow.ts'

export interface OauthScreenProps<Result> {
  readonly way: Way
  readonly flow: OauthFlow<Result>
  readonly title: string
  /** Before anything is under way, and while the answer is checked. */
  readonly sentence: string
  readonly finishing: string
  /** What begins it; absent where a press has done so before. @param open begins it; to be called in the click */
  start?(open: () => void): ReactNode
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** While a person is at another company: says where to go on, and what to do where no window is to be seen. */
export function OauthScreen<Result>(props: OauthScreenProps<Result>) {
  const { way, flow, title, sentence, finishing, start, onBack, onClose } = props
  const { app } = useKernel()
  const state = useStore(flow)
  const provider = providerOf(way, app)
  const open = () => flow.send({ type: 'start', window: openOauthWindow(window, app.id) })
  const leave = () => flow.send({ type: 'leave' })
  const text = told(state, provider, sentence, finishing)
  const isFinishing = state.status === 'done' || (state.status === 'loading' && state.step === 'finishing')
  const isBusy = state.status === 'loading' || state.status === 'done'
  const isGone = state.status === 'loading' && state.step === 'waiting' && state.sight === 'gone'
  return (
    <Screen
      emblem={
        <div className={styles.emblem}>
          <ProviderLogo provider={provider} />
        </div>
      }
      onBack={isFinishing ? undefined : onBack}
      onClose={onClose}
      sentence={text}
      status={isBusy ? text : undefined}
      title={title}
    >
      {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
      {isBusy && !isGone ? (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      ) : null}
      <div className={styles.actions}>
        {state.status === 'initial' ? start?.(open) : null}
        {state.status === 'error' ? <Button onClick={open}>{say('action.tryAgain')}</Button> : null}
        {state.status === 'loading' && state.step === 'waiting' ? (
          <Waiting
            leave={leave}
            reopen={() =>
              flow.send({ type: 'reopen', window: openOauthWindow(window, app.id, state.window.flowId) })
            }
            sight={state.sight}
          />
        ) : null}
        <NoAnswer
          isWaiting={state.status === 'loading' && state.step === 'beginning'}
          onOther={onBack ?? (() => flow.send({ type: 'back' }))}
        />
      </div>
    </Screen>
  )
}

interface WaitingProps {
  readonly sight: 'open' | 'gone' | 'unseen'
  reopen(): void
  leave(): void
}

const Waiting = ({ sight, reopen, leave }: WaitingProps) => (
  <>
    <Button look={sight === 'open' ? 'quiet' : 'primary'} onClick={reopen}>
      {say('social.openAgain')}
    </Button>
    {sight === 'unseen' ? (
      <Button look="plain" onClick={leave}>
        {say('social.here')}
      </Button>
    ) : null}
  </>
)

function told(
  state: OauthState<unknown>,
  { name, windowName }: Provider,
  sentence: string,
  finishing: string,
): string {
  if (state.status === 'done') return finishing
  if (state.status !== 'loading') return sentence
  switch (state.step) {
    case 'beginning':
      return say('social.opening', { provider: name })
    case 'waiting':
      return say(WAITING[state.sight], { provider: windowName })
    case 'leaving':
      return say('social.leaving', { provider: name })
    case 'finishing':
      return finishing
  }
}

const WAITING = { open: 'social.finish', gone: 'social.gone', unseen: 'social.unseen' } as const
