import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import { useEffect, useRef, useState } from 'react'
import type { Typed } from '../secrets/messages.ts'
import type { EmbeddedWallet, HeldWallet } from '../session/held-wallet.ts'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import type { BegunImport } from '../wallet/wallet-keys.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { SecretsDocument } from './meet-document.ts'
import styles from './secrets-frame.module.css'
import { SecretsFrame } from './secrets-frame.tsx'
import { SendImport } from './send-import.tsx'
import { WhenOpen } from './when-open.tsx'

type ChainType = EmbeddedWallet['chainType']

export interface ImportCardProps {
  /** Absent: the person chooses. */
  readonly chainType?: ChainType | undefined
  /** A wallet of the person's devices, which has to open before one is put beside it. */
  readonly onDevice: HeldWallet | undefined
  readonly isFromAccount?: boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** It is there; the tick is still to be seen. */
  onImported?(wallet: EmbeddedWallet): void
  /** The tick has been seen. */
  onEnd(): void
}

/** Brings in a key that its person has elsewhere. It is typed into the secrets document, and leaves that encrypted. */
export function ImportCard({ chainType: asked, onDevice, isFromAccount = false, ...rest }: ImportCardProps) {
  const { onBack, onClose } = rest
  const [chosen, setChosen] = useState(asked)
  const [sent, setSent] = useState<{ readonly begun: BegunImport; readonly sealed: HpkeSealed } | null>(null)
  const back = asked === undefined ? () => setChosen(undefined) : onBack
  if (chosen === undefined)
    return (
      <Screen onBack={onBack} onClose={onClose} sentence={say('import.chain')} title={say('import.title')}>
        <div className={styles.options}>
          <Button look="plain" onClick={() => setChosen('ethereum')}>
            {say('import.ethereum')}
          </Button>
          <Button look="plain" onClick={() => setChosen('solana')}>
            {say('import.solana')}
          </Button>
        </div>
      </Screen>
    )
  if (sent)
    return (
      <SendImport
        {...{ ...sent, isFromAccount, onClose }}
        onAgain={() => setSent(null)}
        onEnd={rest.onEnd}
        onImported={rest.onImported}
      />
    )
  return (
    <WhenOpen onBack={back} onClose={onClose} title={say('import.title')} wallet={onDevice}>
      <TypeKey
        chainType={chosen}
        onBack={back}
        onClose={onClose}
        onSealed={(begun, sealed) => setSent({ begun, sealed })}
      />
    </WhenOpen>
  )
}

interface TypeKeyProps {
  readonly chainType: ChainType
  readonly onBack?: (() => void) | undefined
  onClose(): void
  onSealed(begun: BegunImport, sealed: HpkeSealed): void
}

/** The document's field. What is typed is announced by its address; the key follows once somebody is named to open it. */
function TypeKey({ chainType, onBack, onClose, onSealed }: TypeKeyProps) {
  const { operations } = useKernel()
  const [lost, setLost] = useState(0)
  const [isLost, setIsLost] = useState(false)
  const begun = useRef<BegunImport | null>(null)
  const page = useRef(new AbortController())
  useEffect(() => {
    page.current = new AbortController()
    return () => page.current.abort()
  }, [])

  const begin = async ({ address, entropy }: Typed, document: SecretsDocument) => {
    const { signal } = page.current
    try {
      begun.current = await operations.beginImport({ chainType, address, entropy }, signal)
      document.tell({ event: 'seal-for', recipient: begun.current.recipient })
    } catch (error) {
      if (!signal.aborted) document.tell({ event: 'refused', message: toFailure(error).message })
    }
  }
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={say('import.sentence')} title={say('import.title')}>
      {isLost ? (
        <div className={styles.actions}>
          <Problem>{say('import.interrupted')}</Problem>
          <Button
            onClick={() => {
              setLost(lost + 1)
              setIsLost(false)
            }}
          >
            {say('action.tryAgain')}
          </Button>
        </div>
      ) : (
        <SecretsFrame
          key={lost}
          // Told before it is met, it would not hear it.
          onDocument={document => {
            begun.current = null
            void document?.recipient.then(
              () => document.tell({ event: 'enter', chainType }),
              () => undefined,
            )
          }}
          onLeave={onClose}
          onLost={() => setIsLost(true)}
          onMessage={(message, document) => {
            if (message.event === 'typed' && message.chainType === chainType && !begun.current)
              void begin(message, document)
            if (message.event === 'sealed' && begun.current) onSealed(begun.current, message.sealed)
          }}
        />
      )}
    </Screen>
  )
}
