import { type Way, wayName } from '@vitrine/shared/login/registry.ts'
import type { ReactNode } from 'react'
import { describeAccount, renameOf } from '../../linked-accounts/describe-account.tsx'
import { PencilIcon, TrashIcon } from '../../linked-accounts/icons.tsx'
import type { LinkedAccount } from '../../linked-accounts/linkable.ts'
import { accountKey, unlinkWay, updateWay } from '../../linked-accounts/linkable.ts'
import { directionOf } from '../../otp/recipient.tsx'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

export interface LoginListProps {
  /** Ways to log in; the last one has no button to remove it. */
  readonly accounts: readonly LinkedAccount[]
  /** Those that the app has enabled. */
  readonly ways: readonly Way[]
  /** Keys of those that were there before something was added here; `null`: nothing was. */
  readonly before: ReadonlySet<string> | null
  onChange(way: Way): void
  onRemove(account: LinkedAccount): void
  onRename(account: LinkedAccount): void
}

/** The person's ways to log in. */
export function LoginList({ accounts, ways, before, onChange, onRemove, onRename }: LoginListProps) {
  return (
    <ul className={styles.list}>
      {accounts.map((account, index) => {
        const { name, icon } = describeAccount(account)
        const update = updateWay(account)
        return (
          <li className={`${styles.row} ${styles.login}`} key={index}>
            <span className={styles.icon}>{icon}</span>
            <span className={styles.value}>
              <bdi dir={directionOf(name)}>{name}</bdi>
              {before && !before.has(accountKey(account)) ? (
                <span className={styles.new}>{say('home.new')}</span>
              ) : null}
            </span>
            {update && ways.some(way => wayName(way) === wayName(update)) ? (
              <IconButton label={say('account.change', { account: name })} onPress={() => onChange(update)}>
                <PencilIcon />
              </IconButton>
            ) : null}
            {isRenamable(account) ? (
              <IconButton label={say('passkey.rename', { account: name })} onPress={() => onRename(account)}>
                <PencilIcon />
              </IconButton>
            ) : null}
            {accounts.length > 1 && unlinkWay(account) ? (
              <IconButton
                isDangerous
                label={say('account.remove', { account: name })}
                onPress={() => onRemove(account)}
              >
                <TrashIcon />
              </IconButton>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

const isRenamable = (account: LinkedAccount): boolean => renameOf(account) !== undefined

interface IconButtonProps {
  readonly label: string
  readonly isDangerous?: boolean
  readonly children: ReactNode
  onPress(): void
}

function IconButton({ label, isDangerous = false, children, onPress }: IconButtonProps) {
  const className = isDangerous ? `${styles.tool} ${styles.dangerous}` : styles.tool
  return (
    <button aria-label={label} className={className} onClick={onPress} title={label} type="button">
      {children}
    </button>
  )
}
