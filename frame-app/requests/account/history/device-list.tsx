import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { useCallback } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { sayInstant } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'
import rows from '../home/rows.module.css'
import styles from './history.module.css'
import { fetchSessions } from './history-api.ts'
import { DeviceIcon } from './icons.tsx'
import { sayPlace } from './place.ts'
import { sayAgo } from './say-ago.ts'
import { TryAgain } from './try-again.tsx'
import { useFetched } from './use-fetched.ts'

/** What a person knows a device by. */
export const deviceName = ({ made_with: madeWith }: Pick<SessionItem, 'made_with'>): string =>
  madeWith ?? say('devices.unknown')

/** Where the person is logged in: with what, from where, and when last. */
export function DeviceList({ onSignOut }: { onSignOut(session: SessionItem): void }) {
  const { calls } = useKernel().operations
  const [fetched, retry] = useFetched(useCallback(signal => fetchSessions(calls, signal), [calls]))
  return (
    <>
      <h2 className={rows.heading}>{say('devices.title')}</h2>
      {fetched.status === 'failed' ? <TryAgain failure={fetched.failure} onRetry={retry} /> : null}
      {fetched.status === 'reading' ? <p className={rows.none}>{say('devices.reading')}</p> : null}
      {fetched.status === 'there' ? (
        <ul className={rows.list}>
          {fetched.value.map(session => (
            <Device key={session.id} onSignOut={() => onSignOut(session)} session={session} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Device({ session, onSignOut }: { session: SessionItem; onSignOut(): void }) {
  const { used_at: usedAt, is_current: isCurrent, held_until: heldUntil } = session
  const name = deviceName(session)
  const place = sayPlace(session)
  return (
    <li className={rows.row}>
      <span className={styles.icon}>
        <DeviceIcon />
      </span>
      <span className={`${rows.what} ${styles.what}`}>
        <bdi className={rows.line}>{name}</bdi>
        <span className={styles.more}>
          {place === null ? null : <bdi>{place}</bdi>}
          {isCurrent ? null : (
            <time dateTime={new Date(usedAt).toISOString()} title={sayInstant(usedAt)}>
              {say('devices.used', { time: sayAgo(usedAt, Date.now()) })}
            </time>
          )}
          {heldUntil === null ? null : <span className={styles.waits}>{say('devices.waits')}</span>}
        </span>
      </span>
      {isCurrent ? (
        <span className={styles.here}>{say('devices.this')}</span>
      ) : (
        <Button aria-label={say('devices.signOutOne', { device: name })} look="quiet" onClick={onSignOut}>
          {say('devices.signOut')}
        </Button>
      )}
    </li>
  )
}
