import { readBrowser } from '../login-method/browser.ts'
import { Address } from '../ui/address.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import type { Manner } from './choice.ts'
import type { WalletState } from './flow.ts'
import { Late } from './late.tsx'
import { signsTransactions } from './sign-message.ts'
import { OpenApp } from './waiting-screen.tsx'
import styles from './wallet-login.module.css'
import { WalletMark } from './wallet-mark.tsx'

/** States in which a wallet is connected and its account is known. */
export type SigningState = Exclude<
  Extract<WalletState<unknown>, { readonly reached: object | null }>,
  { readonly status: 'error' }
>

export interface SigningScreenProps {
  readonly state: SigningState
  /** What a signature is for here, in a sentence. */
  readonly meaning: string
  /** While the server is asked. */
  readonly finishing: string
  /** What a wallet that is added is guarded by; it is not asked for where nothing is added. */
  readonly guards: string | null
  onConfirm(): void
  onRetry(manner?: Manner): void
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** Which account signs, for which site, and what that means. */
export function SigningScreen(props: SigningScreenProps) {
  const { state, meaning, finishing, guards, onConfirm, onRetry, onBack, onClose } = props
  const { hostOrigin } = useKernel()
  const { chosen, reached, manner, attempt } = state
  const { connection, address } = reached
  const isSending = state.status === 'submitting-signature'
  const isConfirming = state.status === 'initial' && state.step === 'confirming'
  const isAsked = state.status === 'awaiting-signature' || (state.status === 'initial' && !isConfirming)
  const text = told(state, meaning, finishing)
  return (
    <Screen
      emblem={<WalletMark wallet={chosen} />}
      onBack={isSending ? undefined : onBack}
      onClose={onClose}
      sentence={text}
      status={isConfirming ? undefined : text}
      title={isConfirming ? chosen.name : say('ownWallet.confirmIn', { wallet: chosen.name })}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{say('ownWallet.account')}</dt>
          <dd>
            <Address address={address} />
          </dd>
        </div>
        <div>
          <dt>{say('ownWallet.site')}</dt>
          <dd>
            <bdi dir="ltr">{hostOrigin}</bdi>
          </dd>
        </div>
      </dl>
      {isConfirming ? null : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
      <div className={styles.actions}>
        {isConfirming && guards !== null ? (
          <GuardedButton guards={`${guards} ${address}`} onPress={onConfirm}>
            {say('ownWallet.add')}
          </GuardedButton>
        ) : null}
        {isAsked ? (
          <>
            {readBrowser().isPhone && chosen.line.type === 'pairing' ? (
              <OpenApp href={connection.openApp ?? null} name={chosen.name} />
            ) : null}
            <Late key={attempt}>
              <Button onClick={() => onRetry()}>{say('action.tryAgain')}</Button>
            </Late>
          </>
        ) : null}
        {state.status === 'awaiting-signature' && signsTransactions(connection, manner) ? (
          <Button look="quiet" onClick={() => onRetry('transaction')}>
            {say('ownWallet.hardware')}
          </Button>
        ) : null}
      </div>
    </Screen>
  )
}

function told(state: SigningState, meaning: string, finishing: string): string {
  switch (state.status) {
    case 'initial':
      return state.step === 'switching' ? say('ownWallet.switching', { wallet: state.chosen.name }) : meaning
    case 'generating-message':
      return say('ownWallet.preparing')
    case 'awaiting-signature':
      return meaning
    case 'submitting-signature':
      return finishing
  }
}
