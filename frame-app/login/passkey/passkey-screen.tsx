import { Button } from '../../ui/button.tsx'
import { GuardedButton, type GuardedButtonProps } from '../../ui/guarded-button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { PasskeyState, Purpose } from './flow.ts'
import { PasskeyIcon } from './icon.tsx'
import styles from './passkey-screen.module.css'
import { openPasskeyWindow } from './passkey-window.ts'
import type { PasskeyFlow } from './start-flow.ts'

export interface PasskeyScreenProps<Result> {
  readonly flow: PasskeyFlow<Result>
  /** What can be done here; the first is the main one. */
  readonly purposes: readonly Purpose[]
  readonly title: string
  readonly sentence: string
  /** A press has consequences beyond this login. */
  readonly isGuarded?: boolean
  /** The main action's name, where it is no plain login or sign-up. */
  readonly press?: string
  /** Under all else: leaves it for another time. */
  readonly later?: { readonly label: string; onPress(): void }
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** Asks for a passkey, or makes one; where the browser forbids it here, in a window. */
export function PasskeyScreen<Result>(props: PasskeyScreenProps<Result>) {
  const { flow, purposes, press, later, title, onBack, onClose } = props
  const { app, hostOrigin } = useKernel()
  const state = useStore(flow)

  const start = (purpose: Purpose) => flow.send({ type: 'start', purpose, window: null })
  const startInWindow = (purpose: Purpose) => {
    const opened = openPasskeyWindow(window, app.id, hostOrigin)
    const failure = { code: 'not_supported', message: say('passkey.windowBlocked') } as const
    flow.send(
      opened ? { type: 'start', purpose, window: opened } : { type: 'window-blocked', purpose, failure },
    )
  }
  const isLeavable = state.status !== 'submitting-response' && state.status !== 'done'
  const back = state.status === 'initial' ? onBack : () => flow.send({ type: 'back' })
  const underWay = purposeUnderWay(state)
  const Press = props.isGuarded || purposes.includes('link') ? GuardedPress : PlainPress

  return (
    <Screen
      emblem={
        <div className={styles.emblem}>
          <PasskeyIcon />
        </div>
      }
      onBack={isLeavable ? back : undefined}
      onClose={onClose}
      sentence={instruction(state) ?? props.sentence}
      status={statusOf(state)}
      title={title}
    >
      {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        {state.status === 'error' ? (
          <>
            <Press key="retry" onPress={() => start(state.purpose)} tellsWhy={!state.offersWindow}>
              {say('action.tryAgain')}
            </Press>
            {state.offersWindow ? (
              <Press look="plain" onPress={() => startInWindow(state.purpose)}>
                {say('passkey.useWindow')}
              </Press>
            ) : null}
          </>
        ) : (
          purposes.map((purpose, index) => (
            <Press
              disabled={underWay !== null && underWay !== purpose}
              isBusy={underWay === purpose}
              key={purpose}
              look={index === 0 ? 'primary' : 'plain'}
              onPress={() => start(purpose)}
            >
              {press ?? label(purpose)}
            </Press>
          ))
        )}
        <NoAnswer
          isWaiting={state.status === 'generating-challenge' || state.status === 'awaiting-passkey'}
          onOther={onBack ?? (() => flow.send({ type: 'back' }))}
        />
        {later && isLeavable ? (
          <Button look="quiet" onClick={later.onPress}>
            {later.label}
          </Button>
        ) : null}
      </div>
    </Screen>
  )
}

type PressProps = Omit<GuardedButtonProps, 'guards' | 'onPress'> & { onPress(): void }
const PlainPress = ({ onPress, tellsWhy: _, ...rest }: PressProps) => <Button {...rest} onClick={onPress} />
/** A passkey that is added opens the account from then on; one that is a second factor lets the wallet sign. */
const GuardedPress = (props: PressProps) => <GuardedButton {...props} guards="passkey" />

const label = (purpose: Purpose) => say(purpose === 'log-in' ? 'passkey.logIn' : 'passkey.signUp')

function purposeUnderWay(state: PasskeyState<unknown>): Purpose | null {
  if (state.status === 'initial' || state.status === 'done' || state.status === 'error') return null
  return state.purpose
}

function instruction(state: PasskeyState<unknown>): string | null {
  if (state.status !== 'awaiting-passkey') return null
  return say(state.window ? 'passkey.goOnInWindow' : 'passkey.waiting')
}

function statusOf(state: PasskeyState<unknown>): string | undefined {
  return state.status === 'submitting-response' ? say('passkey.checking') : (instruction(state) ?? undefined)
}
