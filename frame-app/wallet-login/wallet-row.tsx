import { useId } from 'react'
import { shortAddress } from '../ui/short-address.ts'
import { Tile } from '../ui/tile.tsx'
import { say } from '../words/say.ts'
import type { ListedWallet } from './listed-wallets.ts'
import styles from './wallet-login.module.css'

export interface WalletRowProps {
  readonly wallet: ListedWallet
  readonly isFirst: boolean
  onChoose(wallet: ListedWallet): void
}

/** A wallet of the list: a button where it can be reached, and where it is to be had for one that is not here. */
export function WalletRow({ wallet, isFirst, onChoose }: WalletRowProps) {
  const { name, icon, lines, address, isRecent, browseUrl, installUrl } = wallet
  const hintId = useId()
  const hint = address !== null ? say('ownWallet.connected') : isRecent ? say('ownWallet.recent') : null
  const content = (
    <>
      <Tile image={icon} name={name} size="small" />
      <bdi className={styles.name}>{name}</bdi>
    </>
  )
  return (
    <div className={styles.row}>
      {lines.length > 0 ? (
        <button
          aria-describedby={hint === null ? undefined : hintId}
          className={styles.choose}
          data-autofocus={isFirst || undefined}
          onClick={() => onChoose(wallet)}
          type="button"
        >
          {content}
        </button>
      ) : (
        <span className={styles.absent}>{content}</span>
      )}
      {hint === null ? null : (
        <span className={styles.hint} id={hintId}>
          {hint}
          {address === null ? null : <bdi dir="ltr"> {shortAddress(address)}</bdi>}
        </span>
      )}
      {browseUrl === null ? null : (
        <Way
          href={browseUrl}
          label={say('ownWallet.inAppLabel', { wallet: name })}
          text={say('ownWallet.inApp')}
        />
      )}
      {installUrl === null ? null : (
        <Way
          href={installUrl}
          label={say('ownWallet.getLabel', { wallet: name })}
          text={say('ownWallet.get')}
        />
      )}
    </div>
  )
}

/** Leads out of the wallet, in a tab of its own that knows nothing of this one. */
const Way = ({
  href,
  label,
  text,
}: {
  readonly href: string
  readonly label: string
  readonly text: string
}) => (
  <a aria-label={label} className={styles.way} href={href} rel="noopener noreferrer" target="_blank">
    {text}
  </a>
)
