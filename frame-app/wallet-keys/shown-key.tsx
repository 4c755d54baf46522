import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import { useRef, useState } from 'react'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import { clearLater } from './clear-clipboard.ts'
import styles from './secrets-frame.module.css'
import { SecretsFrame } from './secrets-frame.tsx'
import { toldWallet } from './told-wallet.ts'
import { useExport } from './use-export.ts'

export interface ShownKeyProps {
  readonly wallet: EmbeddedWallet
  readonly secret: ExportedSecret
  readonly isFromAccount: boolean
  onBack(): void
  onClose(): void
  onDone(): void
  onRetry(): void
}

/** One key or phrase in the secrets document, after a proof of a way in. */
export function ShownKey({ wallet, secret, isFromAccount, onRetry, ...leave }: ShownKeyProps) {
  const copied = useRef<ReturnType<typeof clearLater> | null>(null)
  const [isLost, setIsLost] = useState(false)
  const { state, asked, place, isProven } = useExport({
    ...{ wallet, secret, isFromAccount },
    give: (document, sealed) => document.tell({ event: 'show', sealed, secret, wallet: toldWallet(wallet) }),
  })
  /** In the press, while the browser still counts it. */
  const clearing = (go: () => void) => () => {
    copied.current?.now()
    go()
  }
  const onClose = clearing(leave.onClose)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  const failure = isLost
    ? say('export.interrupted')
    : state.status === 'failed'
      ? state.failure.message
      : null
  const isShown = state.status === 'done' && !isLost
  return (
    <Screen
      onBack={clearing(leave.onBack)}
      onClose={onClose}
      sentence={isShown ? say('export.warning') : undefined}
      status={state.status === 'busy' ? say('export.opening') : undefined}
      title={say(secret === 'private-key' ? 'export.keyTitle' : 'export.phraseTitle')}
    >
      {failure === null ? null : (
        <div className={styles.actions}>
          <Problem>{failure}</Problem>
          <Button onClick={onRetry}>{say('action.tryAgain')}</Button>
        </div>
      )}
      {isProven && failure === null ? (
        <SecretsFrame
          onDocument={place.put}
          onLeave={onClose}
          onLost={() => setIsLost(true)}
          onMessage={(message, document) => {
            if (message.event !== 'copied') return
            copied.current?.forget()
            copied.current = clearLater(isCleared =>
              document.tell({ event: 'clipboard', status: isCleared ? 'cleared' : 'kept' }),
            )
          }}
        />
      ) : null}
      {!isProven && failure === null ? (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      ) : null}
      {isShown ? (
        <div className={styles.actions}>
          <Button look="plain" onClick={clearing(leave.onDone)}>
            {say('action.done')}
          </Button>
        </div>
      ) : null}
    </Screen>
  )
}
