import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { chainTypeOf, type Line } from './choice.ts'
import type { ListedWallet } from './listed-wallets.ts'
import styles from './wallet-login.module.css'
import { WalletMark } from './wallet-mark.tsx'
import { CHAIN_NAMES } from './wallet-names.ts'

export interface ChainScreenProps {
  readonly wallet: ListedWallet
  onChoose(line: Line): void
  onBack(): void
  onClose(): void
}

/** Which of its chains a wallet of several is for. */
export const ChainScreen = ({ wallet, onChoose, onBack, onClose }: ChainScreenProps) => (
  <Screen
    emblem={<WalletMark wallet={wallet} />}
    onBack={onBack}
    onClose={onClose}
    sentence={say('ownWallet.chainSentence', { wallet: wallet.name })}
    title={say('ownWallet.chainTitle')}
  >
    <div className={styles.actions}>
      {wallet.lines.map(line => {
        const chainType = chainTypeOf({ line })
        return (
          <Button key={chainType} look="plain" onClick={() => onChoose(line)}>
            {CHAIN_NAMES[chainType]}
          </Button>
        )
      })}
    </div>
  </Screen>
)
