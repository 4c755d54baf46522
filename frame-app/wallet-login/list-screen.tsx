import { useId, useState } from 'react'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { type ListedWallet, searchWallets } from './listed-wallets.ts'
import styles from './wallet-login.module.css'
import { WalletRow } from './wallet-row.tsx'

/** From so many wallets on there is a field to find one. */
const SEARCHED_FROM = 5

export interface ListScreenProps {
  readonly title: string
  readonly sentence?: string | undefined
  readonly hidesHeader?: boolean | undefined
  readonly wallets: readonly ListedWallet[]
  /** The page has not told of its wallets yet. */
  readonly isLooking: boolean
  onChoose(wallet: ListedWallet): void
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** The wallets to choose from. While the page is asked, their room is kept: nothing moves when they come. */
export function ListScreen({ wallets, isLooking, hidesHeader, onChoose, ...screen }: ListScreenProps) {
  const [query, setQuery] = useState('')
  const titleId = useId()
  const found = searchWallets(wallets, query)
  const hasSearch = wallets.length >= SEARCHED_FROM
  const isEmpty = !isLooking && found.length === 0
  return (
    <Screen {...screen} status={isLooking ? say('ownWallet.looking') : undefined}>
      <div className={hidesHeader ? `${styles.list} ${styles.bare}` : styles.list}>
        {hasSearch ? (
          <input
            aria-label={say('ownWallet.search')}
            autoComplete="off"
            className={styles.search}
            enterKeyHint="search"
            onChange={event => setQuery(event.target.value)}
            placeholder={say('ownWallet.search')}
            spellCheck={false}
            type="text"
            value={query}
          />
        ) : null}
        {isLooking ? (
          <Places count={Math.max(wallets.length, 1)} />
        ) : (
          <ul aria-label={say('ownWallet.list')} className={styles.rows}>
            {found.map((wallet, index) => (
              <li key={wallet.key}>
                <WalletRow isFirst={index === 0 && !hasSearch} onChoose={onChoose} wallet={wallet} />
              </li>
            ))}
          </ul>
        )}
        <div aria-live="polite" className={styles.none}>
          {isEmpty ? (
            <>
              <p className={styles.noneTitle} id={titleId}>
                {say('ownWallet.none')}
              </p>
              <p>{say(query ? 'ownWallet.noneSearch' : 'ownWallet.noneHelp')}</p>
            </>
          ) : null}
        </div>
      </div>
    </Screen>
  )
}

const Places = ({ count }: { readonly count: number }) => (
  <div aria-hidden="true" className={styles.rows}>
    {Array.from({ length: count }, (_, index) => (
      <div className={styles.place} key={index} />
    ))}
  </div>
)
