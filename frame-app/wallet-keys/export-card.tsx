import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import { useState } from 'react'
import type { EmbeddedWallet, HeldWallet } from '../session/held-wallet.ts'
import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { KitCard } from './kit-card.tsx'
import styles from './secrets-frame.module.css'
import { ShownKey } from './shown-key.tsx'
import { WhenOpen } from './when-open.tsx'

export type Exported = ExportedSecret | 'kit'

export interface ExportCardProps {
  readonly wallet: EmbeddedWallet
  readonly wallets: readonly HeldWallet[]
  /** What is wanted; absent: the person chooses. */
  readonly first?: Exported | undefined
  readonly isFromAccount?: boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** The person has what they wanted. */
  onDone(): void
}

/** Takes a key out of the wallet, for its person's eyes: what they choose, after a proof of a way in. */
export function ExportCard({
  wallet,
  wallets,
  first,
  isFromAccount = false,
  onBack,
  onClose,
  onDone,
}: ExportCardProps) {
  const [chosen, setChosen] = useState<Exported | undefined>(first)
  const [attempt, setAttempt] = useState(0)
  const leave = { onClose, onDone, onRetry: () => setAttempt(attempt + 1) }
  const back = first === undefined ? () => setChosen(undefined) : (onBack ?? onClose)
  if (chosen !== undefined)
    return (
      <WhenOpen
        onBack={back}
        onClose={onClose}
        title={say(chosen === 'kit' ? 'export.kitTitle' : 'export.title')}
        wallet={wallet}
      >
        {chosen === 'kit' ? (
          <KitCard key={attempt} {...leave} {...{ wallet, wallets, isFromAccount }} onBack={back} />
        ) : (
          <ShownKey key={attempt} {...leave} {...{ wallet, isFromAccount }} onBack={back} secret={chosen} />
        )}
      </WhenOpen>
    )
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={say('export.sentence')} title={say('export.title')}>
      <div className={styles.options}>
        <Option
          hint={say('export.keyHint')}
          name={say('export.key')}
          onPress={() => setChosen('private-key')}
        />
        {/* Another wallet's words, if it had any, were not brought along. */}
        {wallet.walletIndex === null ? null : (
          <Option
            hint={say('export.phraseHint')}
            name={say('export.phrase')}
            onPress={() => setChosen('seed-phrase')}
          />
        )}
        <Option hint={say('export.kitHint')} name={say('export.kit')} onPress={() => setChosen('kit')} />
      </div>
      <p className={styles.warning}>{say('export.warning')}</p>
    </Screen>
  )
}

interface OptionProps {
  readonly name: string
  readonly hint: string
  onPress(): void
}

/** Nothing is given by a press: a proof comes next. */
const Option = ({ name, hint, onPress }: OptionProps) => (
  <Button look="plain" onClick={onPress}>
    <span className={styles.option}>
      {name}
      <span className={styles.hint}>{hint}</span>
    </span>
  </Button>
)
