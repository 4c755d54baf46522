import { useId, useState } from 'react'
import { Avatar } from '../../../marks/avatar.tsx'
import { Badged, FamilyMark } from '../../../marks/mark.tsx'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { Address } from '../../../ui/address.tsx'
import { CheckIcon, ChevronIcon } from '../../../ui/icons-later.tsx'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import styles from './wallet-head.module.css'
import { walletName } from './wallet-name.ts'

export interface WalletHeadProps {
  readonly wallets: readonly HeldWallet[]
  /** The one on show. */
  readonly wallet: HeldWallet
  onSelect(wallet: HeldWallet): void
}

/** Which wallet this is; where there are several, its name opens their list. */
export function WalletHead({ wallets, wallet, onSelect }: WalletHeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useId()
  const select = (other: HeldWallet) => {
    setIsOpen(false)
    onSelect(other)
  }
  return (
    <>
      <div className={styles.head}>
        <WalletMark size={48} wallet={wallet} />
        <div className={styles.names}>
          {wallets.length > 1 ? (
            <button
              aria-controls={isOpen ? list : undefined}
              aria-expanded={isOpen}
              aria-label={say('home.switch', { wallet: walletName(wallet) })}
              className={styles.switch}
              onClick={() => setIsOpen(!isOpen)}
              type="button"
            >
              {walletName(wallet)}
              <ChevronIcon />
            </button>
          ) : (
            <span className={styles.name}>{walletName(wallet)}</span>
          )}
          <Address address={wallet.address} />
        </div>
      </div>
      {isOpen ? (
        <ul className={styles.list} id={list}>
          {wallets.map(other => (
            <li key={other.address}>
              <button
                aria-current={other === wallet}
                className={styles.row}
                onClick={() => select(other)}
                type="button"
              >
                <WalletMark size={32} wallet={other} />
                <span className={styles.rowName}>
                  {walletName(other)}
                  <bdi className={styles.rowAddress} dir="ltr">
                    {shortAddress(other.address)}
                  </bdi>
                </span>
                {other === wallet ? <CheckIcon /> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const WalletMark = ({ wallet, size }: { wallet: HeldWallet; size: number }) => (
  <Badged badge={<FamilyMark size={size / 2.75} type={wallet.chainType} />}>
    <Avatar address={wallet.address} size={size} />
  </Badged>
)
