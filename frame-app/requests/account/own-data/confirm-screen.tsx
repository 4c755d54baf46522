import type { EmbeddedWallet } from '../../../session/held-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { say } from '../../../words/say.ts'
import { GoingWallets } from './going-wallets.tsx'
import styles from './own-data.module.css'

export interface ConfirmScreenProps {
  readonly wallets: readonly EmbeddedWallet[]
  readonly failure: string | null
  readonly isBusy: boolean
  onDelete(): void
  onKeep(): void
  onBack(): void
  onClose(): void
}

/** The last press. It takes none that a page tricked out of somebody, as far as a browser tells, and waits anew when the wallets change. */
export function ConfirmScreen({ wallets, failure, isBusy, ...go }: ConfirmScreenProps) {
  const { app } = useKernel()
  return (
    <Screen
      onBack={isBusy ? undefined : go.onBack}
      onClose={isBusy ? null : go.onClose}
      sentence={say('ownData.lastSentence', { app: app.name })}
      status={isBusy ? say('ownData.deleting') : undefined}
      title={say('ownData.lastTitle')}
    >
      {wallets.length > 0 ? (
        <section className={styles.listed}>
          <p className={styles.warning}>{say('ownData.lastWallets')}</p>
          <GoingWallets wallets={wallets} />
        </section>
      ) : null}
      {failure === null ? null : <Problem>{failure}</Problem>}
      <div className={styles.actions}>
        <Button disabled={isBusy} look="plain" onClick={go.onKeep}>
          {say('ownData.keep')}
        </Button>
        <GuardedButton
          guards={`delete ${wallets.map(({ address }) => address).join(' ')}`}
          isBusy={isBusy}
          look="danger"
          onPress={go.onDelete}
        >
          {say('ownData.deleteNow')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
