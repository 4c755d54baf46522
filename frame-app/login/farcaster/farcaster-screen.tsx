import type { ReactNode } from 'react'
import away from '../../login-method/away-screen.module.css'
import { readBrowser } from '../../login-method/browser.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Problem } from '../../ui/problem.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import styles from './farcaster-screen.module.css'
import type { FarcasterState } from './flow.ts'
import { FarcasterIcon } from './icon.tsx'
import type { FarcasterFlow } from './start-flow.ts'

export interface FarcasterScreenProps<Result> {
  readonly flow: FarcasterFlow<Result>
  readonly title: string
  /** Before anything is under way, and after it failed. */
  readonly sentence: string
  readonly finishing: string
  /** What begins it; absent where the screen's own opening does. */
  readonly start?: ReactNode
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** What a person opens in their Farcaster app, and whom it must name there. */
export function FarcasterScreen<Result>(props: FarcasterScreenProps<Result>) {
  const { flow, title, finishing, start, onBack, onClose } = props
  const state = useStore(flow)
  const { isPhone } = readBrowser()
  const text = told(state, isPhone, props.sentence, finishing)
  const waits = state.status === 'loading' && state.step === 'waiting' ? state.channel.connect_uri : null
  const isFinishing = state.status === 'done' || (state.status === 'loading' && state.step === 'finishing')
  return (
    <Screen
      emblem={
        <div className={away.emblem}>
          <FarcasterIcon />
        </div>
      }
      onBack={isFinishing ? undefined : onBack}
      onClose={onClose}
      sentence={text}
      status={state.status === 'loading' || state.status === 'done' ? text : undefined}
      title={title}
    >
      {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
      {waits === null && state.status !== 'error' && !(state.status === 'initial' && start) ? (
        <div className={away.waiting}>
          <Spinner />
        </div>
      ) : null}
      {waits !== null && !isPhone ? <QrCode label={say('farcaster.code')} text={waits} /> : null}
      {waits !== null ? (
        <p className={styles.domain}>{say('farcaster.domain', { domain: location.host })}</p>
      ) : null}
      <div className={away.actions}>
        {waits !== null && isPhone ? <LinkButton href={waits}>{say('farcaster.openApp')}</LinkButton> : null}
        {state.status === 'initial' ? start : null}
        {state.status === 'error' ? (
          <Button onClick={() => flow.send({ type: 'start' })}>{say('action.tryAgain')}</Button>
        ) : null}
        <NoAnswer
          isWaiting={state.status === 'loading' && state.step === 'opening'}
          onOther={onBack ?? onClose}
        />
      </div>
    </Screen>
  )
}

function told(state: FarcasterState<unknown>, isPhone: boolean, sentence: string, finishing: string): string {
  if (state.status === 'done') return finishing
  if (state.status !== 'loading') return sentence
  switch (state.step) {
    case 'opening':
      return say('farcaster.opening')
    case 'waiting':
      return say(isPhone ? 'farcaster.open' : 'farcaster.scan')
    case 'finishing':
      return finishing
  }
}
