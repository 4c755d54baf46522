import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import { Button } from '../../ui/button.tsx'
import type { Exported } from '../../wallet-keys/export-card.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export interface KeyRowsProps {
  /** The wallet on show, if its key is here to be taken out. */
  readonly keysOf: EmbeddedWallet | undefined
  /** @param what absent: the person chooses */
  onExport(wallet: EmbeddedWallet, what?: Exported): void
  onImport(): void
}

/** What a person can do with keys: take one out, print the kit, bring one in. Each begins with a proof of a way in. */
export const KeyRows = ({ keysOf, onExport, onImport }: KeyRowsProps) => (
  <section className={styles.section}>
    <h2 className={styles.heading}>{say('account.keys')}</h2>
    <div className={styles.recovery}>
      {keysOf ? (
        <>
          <Button look="plain" onClick={() => onExport(keysOf)}>
            {say('account.exportKey')}
          </Button>
          <Button look="plain" onClick={() => onExport(keysOf, 'kit')}>
            {say('account.recoveryKit')}
          </Button>
        </>
      ) : null}
      <Button look="plain" onClick={onImport}>
        {say('account.importWallet')}
      </Button>
    </div>
  </section>
)
