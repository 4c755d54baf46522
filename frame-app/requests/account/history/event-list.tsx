import type { ActivityItem } from '@vitrine/shared/api/activity.ts'
import { useCallback, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { Screen } from '../../../ui/screen.tsx'
import { shortAddress } from '../../../ui/short-address.ts'
import { sayInstant } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'
import home from '../home/activity.module.css'
import rows from '../home/rows.module.css'
import { sayEvent } from './event-words.ts'
import styles from './history.module.css'
import { fetchActivity } from './history-api.ts'
import { EventIcon } from './icons.tsx'
import { sayPlace } from './place.ts'
import { sayAgo } from './say-ago.ts'
import { TryAgain } from './try-again.tsx'
import { useFetched } from './use-fetched.ts'

/** Rows that the account has room for. */
const LATEST = 3

/** The latest of what happened in the account. */
export function LatestEvents({ onAll }: { onAll(): void }) {
  const { calls } = useKernel().operations
  const [fetched, retry] = useFetched(useCallback(signal => fetchActivity(calls, null, signal), [calls]))
  const items = fetched.status === 'there' ? fetched.value.items : []
  return (
    <>
      <div className={rows.bar}>
        <h2 className={rows.heading}>{say('history.title')}</h2>
        {items.length > LATEST ? (
          <button className={home.all} onClick={onAll} type="button">
            {say('activity.all')}
          </button>
        ) : null}
      </div>
      {fetched.status === 'failed' ? <TryAgain failure={fetched.failure} onRetry={retry} /> : null}
      {fetched.status === 'reading' ? <p className={rows.none}>{say('activity.reading')}</p> : null}
      <Rows items={items.slice(0, LATEST)} />
    </>
  )
}

/** All of it, page by page, newest first. */
export function EventScreen({ onBack, onClose }: { onBack(): void; onClose(): void }) {
  return (
    <Screen onBack={onBack} onClose={onClose} title={say('history.title')}>
      <Page cursor={null} />
    </Screen>
  )
}

/** A page, and below it the next one once it is asked for. */
function Page({ cursor }: { cursor: string | null }) {
  const { calls } = useKernel().operations
  const [fetched, retry] = useFetched(
    useCallback(signal => fetchActivity(calls, cursor, signal), [calls, cursor]),
  )
  const [wantsMore, setWantsMore] = useState(false)
  if (fetched.status === 'failed') return <TryAgain failure={fetched.failure} onRetry={retry} />
  if (fetched.status === 'reading') return <p className={rows.none}>{say('activity.reading')}</p>
  const { items, next } = fetched.value
  return (
    <>
      {items.length === 0 ? <p className={rows.none}>{say('activity.empty')}</p> : <Rows items={items} />}
      {next !== null && !wantsMore ? (
        <Button look="quiet" onClick={() => setWantsMore(true)}>
          {say('history.more')}
        </Button>
      ) : null}
      {next !== null && wantsMore ? <Page cursor={next} /> : null}
    </>
  )
}

const Rows = ({ items }: { items: readonly ActivityItem[] }) => (
  <ul className={rows.list}>
    {items.map(item => (
      <Row item={item} key={item.id} />
    ))}
  </ul>
)

function Row({ item }: { item: ActivityItem }) {
  const { type, at, made_with: madeWith, data } = item
  const what = sayEvent(item)
  const device = item.is_here ? say('devices.this') : madeWith
  const from = [device, sayPlace(item)].filter(Boolean).join(' · ')
  return (
    <li className={rows.row}>
      <span className={styles.icon}>
        <EventIcon type={type} />
      </span>
      <span className={`${rows.what} ${styles.what}`}>
        <bdi className={styles.event}>{what}</bdi>
        <span className={styles.more}>
          {type === 'wallet.delegation_refused' && data.address ? (
            // The sentence has no room for the wallet that the delegate tried to use.
            <bdi>{say('activity.from', { party: shortAddress(data.address) })}</bdi>
          ) : null}
          {data.to ? <bdi>{say('activity.to', { party: shortAddress(data.to) })}</bdi> : null}
          {from ? <bdi>{from}</bdi> : null}
          <time dateTime={new Date(at).toISOString()} title={sayInstant(at)}>
            {sayAgo(at, Date.now())}
          </time>
        </span>
      </span>
    </li>
  )
}
