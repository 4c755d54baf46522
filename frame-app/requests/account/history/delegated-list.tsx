import type { DelegationItem, RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import { useCallback, useEffect, useRef } from 'react'
import { Offer } from '../../../approval/ui/offer.tsx'
import styles from '../../../delegation/delegation.module.css'
import { sayOffer } from '../../../delegation/say-offer.ts'
import { useLimits } from '../../../delegation/use-limits.ts'
import { CoinMark } from '../../../marks/mark.tsx'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { say } from '../../../words/say.ts'
import rows from '../home/rows.module.css'
import { TryAgain } from './try-again.tsx'
import { useFetched } from './use-fetched.ts'

/** What is to be ended, and how the server is told so. */
export interface Stopped {
  readonly which: RevokeRequest
  readonly items: readonly DelegationItem[]
}

const ENDED = { expired: 'delegation.expired', 'key-removed': 'delegation.keyRemoved' } as const

/** Who may use the person's wallets besides them, within what, and how much of it is used; nothing where nobody may. */
export function DelegatedList({
  isSought,
  onStop,
}: {
  /** It comes into view once it is there. */
  isSought: boolean
  onStop(stopped: Stopped): void
}) {
  const list = useRef<HTMLElement>(null)
  const { delegates } = useKernel().operations
  const [fetched, retry] = useFetched(
    useCallback(async signal => (await delegates()).list(signal), [delegates]),
  )
  useEffect(() => {
    if (isSought && fetched.status === 'there') list.current?.scrollIntoView?.({ block: 'start' })
  }, [isSought, fetched.status])
  if (fetched.status === 'failed')
    return (
      <section className={rows.section}>
        <h2 className={rows.heading}>{say('delegation.heading')}</h2>
        <TryAgain failure={fetched.failure} onRetry={retry} />
      </section>
    )
  if (fetched.status === 'reading' || fetched.value.length === 0) return null
  const items = fetched.value
  return (
    <section className={rows.section} ref={list}>
      <div className={rows.bar}>
        <h2 className={rows.heading}>{say('delegation.heading')}</h2>
        {items.length > 1 ? (
          <Button look="quiet" onClick={() => onStop({ which: {}, items })}>
            {say('delegation.stopAll')}
          </Button>
        ) : null}
      </div>
      <ul className={styles.items}>
        {items.map(item => (
          <Item item={item} key={item.id} onStop={onStop} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item, onStop }: { item: DelegationItem; onStop(stopped: Stopped): void }) {
  const { name, policy, wallet, spent, ended, signer_id: signerId } = item
  const limits = useLimits(policy, wallet.address)
  const { priceDisplay } = useKernel().config.get().embeddedWallets
  const stop = () => onStop({ which: { wallet_id: wallet.id, signer_id: signerId }, items: [item] })
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <span>
          <bdi className={styles.name}>{name}</bdi>
          {ended === null ? null : <p className={styles.beside}>{say(ENDED[ended])}</p>}
        </span>
        <Button aria-label={say('delegation.stopOne', { name })} look="quiet" onClick={stop}>
          {say('delegation.stop')}
        </Button>
      </div>
      {limits ? (
        <div className={styles.given}>
          <Offer
            mark={place => {
              const { currency, token, isVouchedFor, logoUrl } = limits[place] ?? {}
              return (
                <CoinMark
                  isVouchedFor={isVouchedFor === true}
                  logoUrl={logoUrl ?? null}
                  size={32}
                  symbol={currency?.symbol ?? '?'}
                  token={token ?? null}
                />
              )
            }}
            offer={sayOffer(
              { policy, limits, spent, wallet: wallet.address, until: item.expires_at, name: null },
              priceDisplay,
            )}
          />
        </div>
      ) : null}
    </li>
  )
}
