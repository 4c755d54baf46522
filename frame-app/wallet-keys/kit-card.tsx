import { useEffect, useRef, useState } from 'react'
import { type EmbeddedWallet, type HeldWallet, isEmbedded } from '../session/held-wallet.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { Spinner } from '../ui/spinner.tsx'
import { watch } from '../window/watch.ts'
import { say } from '../words/say.ts'
import { KitAddition, secretOf } from './kit-addition.tsx'
import { kitFacts } from './kit-facts.ts'
import { meetDocument, type SecretsDocument } from './meet-document.ts'
import styles from './secrets-frame.module.css'
import { SecretsFrame } from './secrets-frame.tsx'
import { secretsPath, startMessage } from './start-message.ts'
import { toldWallet } from './told-wallet.ts'
import { useExport } from './use-export.ts'

export interface KitCardProps {
  readonly wallet: EmbeddedWallet
  /** All that the person has. */
  readonly wallets: readonly HeldWallet[]
  readonly isFromAccount: boolean
  onBack(): void
  onClose(): void
  onDone(): void
  onRetry(): void
}

const FEATURES = 'popup,width=860,height=920'

/**
 * The recovery kit, printed from a window of its own. Where the browser opens none, or a page's Cross-Origin-Opener-Policy cuts it
 * off, the same page stands in the card, to be written down by hand.
 */
export function KitCard({ wallet, wallets, isFromAccount, onBack, onClose, onDone, onRetry }: KitCardProps) {
  const kernel = useKernel()
  const [where, setWhere] = useState<'asked' | 'window' | 'inside'>('asked')
  const [isLost, setIsLost] = useState(false)
  const endWindow = useRef<() => void>(undefined)
  const isInWindow = useRef(false)
  /** The kit's window, while it hears of more. */
  const [inWindow, setInWindow] = useState<SecretsDocument | null>(null)
  const [missing, setMissing] = useState<readonly EmbeddedWallet[]>([])
  const [adding, setAdding] = useState<EmbeddedWallet | null>(null)
  const secret = secretOf(wallet)
  const work = useExport({
    ...{ wallet, secret, isFromAccount },
    async give(document, sealed, signal) {
      const facts = await kitFacts(kernel, wallets, window, signal)
      const told = { sealed, secret, facts, wallet: toldWallet(wallet) } as const
      document.tell({ event: 'kit', canPrint: isInWindow.current, ...told })
    },
  })
  const { state, asked, isProven } = work
  useEffect(() => () => endWindow.current?.(), [])

  const open = () => {
    // In the press, or the browser blocks it.
    const opened = window.open(secretsPath(kernel.app.id), '_blank', FEATURES)
    if (opened === null) return setWhere('inside')
    const document = meetDocument(
      window,
      () => opened,
      () => startMessage(kernel, window.document.documentElement),
      {
        onMessage(message) {
          if (message.event !== 'kit-shown') return
          const { missing: addresses } = message
          setMissing(wallets.filter(isEmbedded).filter(it => addresses.includes(it.address)))
          setAdding(null)
        },
        onLost: () => setIsLost(true),
      },
    )
    // Closed before the key came, there is nobody left to encrypt for.
    const stopWatching = watch(opened, () => {
      document.end()
      setInWindow(null)
    })
    setInWindow(document)
    endWindow.current = () => {
      stopWatching()
      document.end()
    }
    isInWindow.current = true
    setWhere('window')
    work.place.put(document)
  }
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  if (adding && inWindow && !isLost)
    return (
      <KitAddition
        document={inWindow}
        isFromAccount={isFromAccount}
        onBack={() => setAdding(null)}
        onClose={onClose}
        wallet={adding}
      />
    )
  const failure = isLost
    ? say(state.status === 'done' ? 'export.kitGone' : 'export.interrupted')
    : state.status === 'failed'
      ? state.failure.message
      : null
  const isThere = state.status === 'done' && failure === null
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={isThere && where === 'window' ? say('export.kitOpened') : say('export.kitReady')}
      status={isProven && where !== 'asked' && state.status === 'busy' ? say('export.opening') : undefined}
      title={say('export.kitTitle')}
    >
      {failure === null ? null : (
        <div className={styles.actions}>
          <Problem>{failure}</Problem>
          <Button onClick={onRetry}>{say('action.tryAgain')}</Button>
        </div>
      )}
      {failure === null && !isProven ? (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      ) : null}
      {failure === null && where === 'inside' ? (
        <SecretsFrame
          onDocument={work.place.put}
          onLeave={onClose}
          onLost={() => setIsLost(true)}
          onMessage={() => {}}
        />
      ) : null}
      {failure === null && isProven && !isThere && where !== 'inside' ? (
        <div className={styles.actions}>
          <p className={styles.warning}>{say('export.warning')}</p>
          <GuardedButton guards="kit" isBusy={where === 'window'} onPress={open}>
            {say('export.kitOpen')}
          </GuardedButton>
        </div>
      ) : null}
      {isThere && inWindow && missing.length > 0 ? (
        <div className={styles.actions}>
          <p className={styles.warning}>{say('export.kitLacks')}</p>
          {missing.map(it => (
            <Button key={it.address} look="plain" onClick={() => setAdding(it)}>
              {say('export.kitAdd', { address: shortAddress(it.address) })}
            </Button>
          ))}
        </div>
      ) : null}
      {isThere ? (
        <div className={styles.actions}>
          <Button look="plain" onClick={onDone}>
            {say('action.done')}
          </Button>
        </div>
      ) : null}
    </Screen>
  )
}
