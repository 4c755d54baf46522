import type { User } from '@vitrine/shared/api/client-user.ts'
import { useState } from 'react'
import { describeAccount } from '../../linked-accounts/describe-account.tsx'
import { Avatar } from '../../marks/avatar.tsx'
import { directionOf } from '../../otp/recipient.tsx'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { shortAddress } from '../../ui/short-address.ts'
import styles from './profile.module.css'

export interface ProfileProps {
  readonly user: User
  readonly wallet: Pick<HeldWallet, 'address'> | undefined
}

/** Names that accounts of other companies have for their person (contract §3), the fullest first. */
const NAMES = ['name', 'displayName', 'firstName', 'username'] as const
const PICTURES = ['profilePictureUrl', 'photoUrl', 'pfp'] as const

const SIDE_PX = 48

/** Who this is: a name and a picture that a linked account brought, else what they log in with and a picture drawn here. */
export function Profile({ user, wallet }: ProfileProps) {
  const ways = user.linkedAccounts.filter(({ type }) => type !== 'wallet')
  const address = wallet?.address ?? user.id
  const name = firstText(ways, NAMES)
  const [first] = ways
  const login = first && !user.isGuest ? describeAccount(first).name : null
  const shown = name ?? login ?? (wallet ? shortAddress(wallet.address) : null)
  if (shown === null) return null
  return (
    <div className={styles.profile}>
      <Portrait address={address} key={firstText(ways, PICTURES)} url={firstText(ways, PICTURES)} />
      <span className={styles.names}>
        <bdi className={styles.name} dir={directionOf(shown)}>
          {shown}
        </bdi>
        {name !== null && login !== null && login !== name ? (
          <bdi className={styles.login} dir={directionOf(login)}>
            {login}
          </bdi>
        ) : null}
      </span>
    </div>
  )
}

/** The frame's policy lets pictures of the app's own origins come alone: for any other the drawn one stays. */
function Portrait({ address, url }: { address: string; url: string | null }) {
  const [isGone, setIsGone] = useState(false)
  if (url === null || isGone) return <Avatar address={address} size={SIDE_PX} />
  return (
    <img
      alt=""
      className={styles.picture}
      height={SIDE_PX}
      onError={() => setIsGone(true)}
      referrerPolicy="no-referrer"
      src={url}
      width={SIDE_PX}
    />
  )
}

/** Of all accounts the first text that one has under the first of these names. */
function firstText(accounts: readonly object[], names: readonly string[]): string | null {
  for (const name of names)
    for (const account of accounts) {
      const text: unknown = Reflect.get(account, name)
      if (typeof text === 'string' && text.trim() !== '') return text
    }
  return null
}
