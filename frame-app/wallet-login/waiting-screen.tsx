import { Button, LinkButton } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import type { Chosen } from './choice.ts'
import type { WalletError } from './flow.ts'
import { Late } from './late.tsx'
import styles from './wallet-login.module.css'
import { WalletMark } from './wallet-mark.tsx'

interface Ways {
  onRetry(): void
  /** Absent where WalletConnect is off. */
  readonly onCode?: (() => void) | undefined
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

export interface ConnectingScreenProps extends Ways {
  readonly chosen: Chosen
  readonly attempt: number
}

/** The wallet is open, beside the page or in a window of its own, and the person confirms there. */
export const ConnectingScreen = ({ chosen, attempt, ...ways }: ConnectingScreenProps) => (
  <Screen
    emblem={<WalletMark wallet={chosen} />}
    onBack={ways.onBack}
    onClose={ways.onClose}
    sentence={say('ownWallet.confirmConnect', { wallet: chosen.name })}
    status={say('ownWallet.confirmConnect', { wallet: chosen.name })}
    title={say('ownWallet.open', { wallet: chosen.name })}
  >
    <div className={styles.waiting}>
      <Spinner />
    </div>
    <div className={styles.actions}>
      <Late key={attempt}>
        <Button onClick={ways.onRetry}>{say('action.tryAgain')}</Button>
        <UseCode onPress={ways.onCode} />
      </Late>
    </div>
  </Screen>
)

export interface FailedScreenProps extends Ways {
  readonly error: WalletError
  /** What another try has consequences through, where it goes on to add a way in. */
  readonly guards: string | null
}

/** Why it ended, and the ways on from there. */
export function FailedScreen({ error, guards, ...ways }: FailedScreenProps) {
  const { chosen, failure } = error
  const isPairing = chosen.line.type === 'pairing' && error.reached === null
  return (
    <Screen
      emblem={<WalletMark wallet={chosen} />}
      onBack={ways.onBack}
      onClose={ways.onClose}
      // What a wallet refused is the alert; of a phone that was not reached the cause is beside it.
      sentence={isPairing ? failure.message : undefined}
      title={chosen.name}
    >
      <Problem>{isPairing ? say('ownWallet.unable') : failure.message}</Problem>
      <div className={styles.actions}>
        {guards === null ? (
          <Button data-autofocus onClick={ways.onRetry}>
            {say('action.tryAgain')}
          </Button>
        ) : (
          <GuardedButton guards={guards} onPress={ways.onRetry}>
            {say('action.tryAgain')}
          </GuardedButton>
        )}
        {chosen.entry !== null && isPairing ? null : <UseCode onPress={ways.onCode} />}
      </div>
    </Screen>
  )
}

export const UseCode = ({ onPress }: { readonly onPress?: (() => void) | undefined }) =>
  onPress ? (
    <Button look="plain" onClick={onPress}>
      {say('ownWallet.useCode')}
    </Button>
  ) : null

export const OpenApp = ({ href, name }: { readonly href: string | null; readonly name: string }) =>
  href === null ? null : <LinkButton href={href}>{say('ownWallet.open', { wallet: name })}</LinkButton>
