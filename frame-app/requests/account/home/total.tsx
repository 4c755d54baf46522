import { dateAndTime } from '../../../approval/explain/numbers.ts'
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
function noteOf({ status, readAt, totalCents, isTotalPartial, isRefreshing, ...held }: Holdings): string {
  if (status === 'reading') return say('home.reading')
  const time = readAt === null ? null : timeOf(readAt)
  if (held.unreachable.length > 0) {
    const networks = held.unreachable.join(', ')
    return time === null
      ? say('home.unreachable', { networks })
      : say('home.unreachableSince', { networks, time })
  }
  if (status === 'stale' && time !== null)
    return say(isRefreshing ? 'home.updatingSince' : 'home.asOf', { time })
  if (status === 'stale') return say('home.updating')
  if (totalCents === null) return held.list.some(({ amount }) => amount) ? say('home.noPrices') : ''
  return isTotalPartial ? say('home.partial') : ''
}

/** `null` for what is no time, or none that was: it comes from storage. @param ms unix */
const timeOf = (ms: number): string | null =>
  Number.isSafeInteger(ms) && ms <= Date.now() ? dateAndTime(BigInt(Math.floor(ms / 1_000))) : null
