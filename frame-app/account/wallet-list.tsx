import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import { Address } from '../ui/address.tsx'
import { say } from '../words/say.ts'
import { WalletIcon } from './icons.tsx'
import styles from './screen.module.css'

export function WalletList({ wallets }: { wallets: readonly Wallet[] }) {
  if (wallets.length === 0) return <p className={styles.none}>{say('account.noWallets')}</p>
  return (
    <ul className={styles.list}>
      {wallets.map(({ address, walletIndex }) => (
        <li className={styles.row} key={address}>
          <span className={styles.icon}>
            <WalletIcon />
          </span>
          <span className={styles.value}>
            {walletIndex === 0
              ? say('account.wallet')
              : say('account.walletNumber', { number: walletIndex + 1 })}
          </span>
          <Address address={address} />
        </li>
      ))}
    </ul>
  )
}
