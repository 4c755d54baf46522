import { WalletIcon } from '../../linked-accounts/icons.tsx'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { Address } from '../../ui/address.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export function WalletList({ wallets }: { wallets: readonly HeldWallet[] }) {
  if (wallets.length === 0) return <p className={styles.none}>{say('account.noWallets')}</p>
  return (
    <ul className={styles.list}>
      {wallets.map(({ address, chainType, walletIndex }) => (
        <li className={styles.row} key={address}>
          <span className={styles.icon}>
            <WalletIcon />
          </span>
          <span className={styles.value}>{walletName(chainType, walletIndex)}</span>
          <Address address={address} />
        </li>
      ))}
    </ul>
  )
}

function walletName(chainType: HeldWallet['chainType'], index: number | null): string {
  if (index === null) return say('account.linkedWallet')
  if (chainType === 'solana')
    return index === 0
      ? say('account.solanaWallet')
      : say('account.solanaWalletNumber', { number: index + 1 })
  return index === 0 ? say('account.wallet') : say('account.walletNumber', { number: index + 1 })
}
