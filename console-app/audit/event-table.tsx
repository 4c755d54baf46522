import type { ConsoleAuditEvent } from '@vitrine/shared/api/console/audit.ts'
import { Link } from '../router/link.tsx'
import { Short } from '../ui/copyable.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { placeOf, Time } from '../ui/time.tsx'
import styles from './audit.module.css'
import { sentenceOf } from './sentence.ts'

interface EventTableProps {
  readonly events: readonly ConsoleAuditEvent[]
  /** By id, where events of several apps stand together. */
  readonly appNames: ReadonlyMap<string, string> | null
  readonly isOld?: boolean
  /** All are of one user, whose page this is. */
  readonly isOfOneUser?: boolean
}

/** What was done, a line each. */
export function EventTable({ events, appNames, isOld = false, isOfOneUser = false }: EventTableProps) {
  const columns: Column<ConsoleAuditEvent>[] = [
    { title: 'When', isNarrow: true, cell: ({ at }) => <Time at={at} /> },
    {
      title: 'What',
      cell: event => (
        <>
          {sentenceOf(event)}
          {event.data.reported ? <span className={styles.quiet}> (as their device says)</span> : null}
        </>
      ),
    },
    ...(appNames
      ? [
          {
            title: 'App',
            cell: ({ app_id }: ConsoleAuditEvent) =>
              app_id === null ? 'All' : (appNames.get(app_id) ?? app_id),
          },
        ]
      : []),
    ...(isOfOneUser
      ? []
      : [
          {
            title: 'User',
            isNarrow: true,
            cell: ({ user_id, app_id }: ConsoleAuditEvent) =>
              user_id === null ? (
                '–'
              ) : app_id === null ? (
                <Short text={user_id} />
              ) : (
                <Link data-rove to={{ at: 'user', appId: app_id, userId: user_id }}>
                  <Short text={user_id} />
                </Link>
              ),
          },
        ]),
    {
      title: 'From',
      isNarrow: true,
      isExtra: true,
      cell: ({ made_with, network }) => (
        <span className={styles.quiet}>
          {[made_with, placeOf(network)].filter(Boolean).join(', ') || '–'}
        </span>
      ),
    },
  ]
  return (
    <Table caption="What was done" columns={columns} isOld={isOld} keyOf={({ id }) => id} rows={events} />
  )
}
