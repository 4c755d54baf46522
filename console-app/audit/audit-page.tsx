import { consoleAuditResponse } from '@vitrine/shared/api/console/audit.ts'
import { useState } from 'react'
import { useConsole, useMe } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { More } from '../ui/more.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { usePages } from '../ui/use-pages.ts'
import styles from './audit.module.css'
import { EventTable } from './event-table.tsx'
import { AUDIT_KINDS, AUDIT_TYPES } from './sentence.ts'

const ACTORS = [
  { value: '', label: 'Anybody' },
  { value: 'operator', label: 'Operators' },
  { value: 'backend', label: 'The site’s backend' },
  { value: 'command', label: 'The command line' },
  { value: 'user', label: 'People themselves' },
]
const TYPES = [
  { value: '', label: 'Everything' },
  ...AUDIT_KINDS.map(kind => ({ value: kind, label: `${kind}: all` })),
  ...AUDIT_TYPES.map(type => ({ value: type, label: type })),
]
const NONE = { type: '', actor: '', userId: '', from: '', until: '' }

/** What was done, by whom, to whom. @param appId `null`: of all apps of the operator */
export function AuditPage({ appId }: { appId: string | null }) {
  const { send } = useConsole()
  const { apps } = useMe()
  const [filter, setFilter] = useState(NONE)
  const change = (part: Partial<typeof NONE>) => setFilter(before => ({ ...before, ...part }))
  const query = {
    app_id: appId ?? undefined,
    type: filter.type,
    actor: filter.actor,
    user_id: filter.userId.trim(),
    from: dayStart(filter.from),
    until: dayStart(filter.until, 1),
  }
  const pages = usePages(JSON.stringify(query), async (cursor, signal) => {
    const { events, next_cursor } = await send({
      path: '/console/audit_events',
      query: { ...query, cursor },
      answer: consoleAuditResponse,
      signal,
    })
    return { items: events, next: next_cursor }
  })
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <Page
      sentence={
        appId === null
          ? 'What operators, backends, commands and people did in your apps, newest first.'
          : 'What operators, backends, commands and people did, newest first. It also shows each view of a user’s data.'
      }
      title={appId === null ? 'All activity' : 'Audit'}
    >
      <form aria-label="Filter" className={styles.filters} onSubmit={event => event.preventDefault()}>
        <Select label="What" onChange={type => change({ type })} options={TYPES} value={filter.type} />
        <Select label="By whom" onChange={actor => change({ actor })} options={ACTORS} value={filter.actor} />
        <TextField
          data-search
          label="User id"
          maxLength={64}
          onChange={({ target }) => change({ userId: target.value })}
          value={filter.userId}
        />
        <TextField
          label="From"
          onChange={({ target }) => change({ from: target.value })}
          type="date"
          value={filter.from}
        />
        <TextField
          label="Until"
          onChange={({ target }) => change({ until: target.value })}
          type="date"
          value={filter.until}
        />
      </form>
      <div className={styles.panel}>
        <LoadView label="The audit is loading" loaded={pages.loaded} onRetry={pages.reload}>
          {({ items }, isOld) =>
            items.length === 0 ? (
              <Empty
                action={isFiltered ? <Button onClick={() => setFilter(NONE)}>Clear the filter</Button> : null}
                title={isFiltered ? 'Nothing matches' : 'No activity yet'}
              >
                {isFiltered ? 'Remove part of the filter.' : 'Activity appears here from now on.'}
              </Empty>
            ) : (
              <EventTable
                appNames={appId === null ? new Map(apps.map(({ id, name }) => [id, name])) : null}
                events={items}
                isOld={isOld}
              />
            )
          }
        </LoadView>
        <More noun={['event', 'events']} pages={pages} />
      </div>
    </Page>
  )
}

/** Where a day of the operator's calendar begins, as unix ms. @param date `2026-01-31`; else there is no bound */
export function dayStart(date: string, daysLater = 0): string | undefined {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  const at = new Date(year, month - 1, day + daysLater).getTime()
  return at > 0 ? String(at) : undefined
}
