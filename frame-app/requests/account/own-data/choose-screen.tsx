import type { EmbeddedWallet } from '../../../session/held-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { say } from '../../../words/say.ts'
import account from '../screen.module.css'
import { GoingWallets } from './going-wallets.tsx'
import { Listed } from './listed.tsx'
import styles from './own-data.module.css'

export interface ChooseScreenProps {
  readonly wallets: readonly EmbeddedWallet[]
  /** By address: what the person said of a wallet. */
  readonly answered: ReadonlyMap<string, 'ticked' | 'exported'>
  readonly failure: string | null
  readonly isBusy: boolean
  onTick(wallet: EmbeddedWallet, isTicked: boolean): void
  onExport(wallet: EmbeddedWallet): void
  onContinue(): void
  onBack(): void
  onClose(): void
}

/** What goes and what stays; nothing is deleted here. Who goes on has answered for each wallet whose key goes. */
export function ChooseScreen({ wallets, answered, failure, isBusy, ...go }: ChooseScreenProps) {
  const app = useKernel().app.name
  const isAnswered = wallets.every(({ address }) => answered.has(address))
  return (
    <Screen
      onBack={go.onBack}
      onClose={go.onClose}
      sentence={say('ownData.deleteSentence', { app })}
      title={say('ownData.delete')}
    >
      <Listed
        items={[
          say('ownData.goesLogins'),
          ...(wallets.length > 0 ? [say('ownData.goesKeys')] : []),
          say('ownData.goesHistory'),
        ]}
        title={say('ownData.goes')}
      />
      <Listed
        items={[say('ownData.staysChain'), say('ownData.staysSite', { app }), say('ownData.staysElsewhere')]}
        title={say('ownData.stays')}
      />
      {wallets.length > 0 ? (
        <section className={styles.listed}>
          <h2 className={account.heading}>{say('ownData.wallets')}</h2>
          <p className={styles.warning}>{say('ownData.keysGone')}</p>
          <GoingWallets wallets={wallets}>
            {wallet =>
              answered.get(wallet.address) === 'exported' ? (
                <p>{say('ownData.exported')}</p>
              ) : (
                <>
                  <Button disabled={isBusy} look="plain" onClick={() => go.onExport(wallet)}>
                    {say('ownData.exportFirst')}
                  </Button>
                  <label className={styles.tick}>
                    <input
                      checked={answered.has(wallet.address)}
                      disabled={isBusy}
                      onChange={({ target }) => go.onTick(wallet, target.checked)}
                      type="checkbox"
                    />
                    {say('ownData.tick')}
                  </label>
                </>
              )
            }
          </GoingWallets>
        </section>
      ) : null}
      {failure === null ? null : <Problem>{failure}</Problem>}
      <div className={styles.actions}>
        <Button disabled={!isAnswered} isBusy={isBusy} onClick={go.onContinue}>
          {say('action.continue')}
        </Button>
        <Button disabled={isBusy} look="plain" onClick={go.onBack}>
          {say('ownData.keep')}
        </Button>
      </div>
      {isAnswered ? null : <p className={styles.note}>{say('ownData.tickAll')}</p>}
    </Screen>
  )
}
