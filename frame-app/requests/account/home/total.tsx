import type { Holdings } from '../../../portfolio/ports.ts'
import { say } from '../../../words/say.ts'
import { shownCents } from './amounts.ts'
import styles from './total.module.css'

/** What the wallet is worth, as far as there are prices, and how sure that is. */
export function Total({ holdings }: { holdings: Holdings }) {
  const { status, totalCents: total } = holdings
  const isReading = status === 'reading'
  return (
    <div className={styles.total}>
      <p className={styles.label}>{say('home.total')}</p>
      {isReading ? (
        <p aria-hidden="true" className={styles.skeleton} />
      ) : (
        <p className={styles.worth}>{total === null ? '—' : <bdi>{shownCents(total)}</bdi>}</p>
      )}
      <p className={styles.note} role="status">
        {noteOf(holdings)}
      </p>
    </div>
  )
}

/** One sentence at most: what matters most first. */
function noteOf({ status, totalCents, isTotalPartial, isRefreshing, unreachable, list }: Holdings): string {
  if (status === 'reading') return say('home.reading')
  if (unreachable.length > 0) return say('home.unreachable', { networks: unreachable.join(', ') })
  if (status === 'stale') return say(isRefreshing ? 'home.updating' : 'home.stale')
  if (totalCents === null) return list.some(({ amount }) => amount) ? say('home.noPrices') : ''
  return isTotalPartial ? say('home.partial') : ''
}
