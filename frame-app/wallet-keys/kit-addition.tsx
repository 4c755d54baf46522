import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import { useEffect } from 'react'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import type { SecretsDocument } from './meet-document.ts'
import styles from './secrets-frame.module.css'
import { toldWallet } from './told-wallet.ts'
import { useExport } from './use-export.ts'
import { WhenOpen } from './when-open.tsx'

/** Of an imported key the key alone: no words bring it back. */
export const secretOf = ({ walletIndex }: EmbeddedWallet): ExportedSecret =>
  walletIndex === null ? 'private-key' : 'seed-phrase'

export interface KitAdditionProps {
  readonly wallet: EmbeddedWallet
  /** Where the kit stands. */
  readonly document: SecretsDocument
  readonly isFromAccount: boolean
  onBack(): void
  onClose(): void
}

/** Puts one more secret on a kit that stands in its window, after a proof for it. The document says when it is there. */
export const KitAddition = (props: KitAdditionProps) => (
  <WhenOpen
    onBack={props.onBack}
    onClose={props.onClose}
    title={say('export.kitTitle')}
    wallet={props.wallet}
  >
    <Addition {...props} />
  </WhenOpen>
)

function Addition({ wallet, document, isFromAccount, onBack, onClose }: KitAdditionProps) {
  const secret = secretOf(wallet)
  const { state, asked, place } = useExport({
    ...{ wallet, secret, isFromAccount },
    give: (at, sealed) => at.tell({ event: 'add', sealed, secret, wallet: toldWallet(wallet) }),
  })
  useEffect(() => place.put(document), [place, document])
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      status={state.status === 'failed' ? undefined : say('export.opening')}
      title={say('export.kitTitle')}
    >
      {state.status === 'failed' ? (
        <div className={styles.actions}>
          <Problem>{state.failure.message}</Problem>
        </div>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
    </Screen>
  )
}
