import { useState } from 'react'
import type { Activity, ActivitySource } from '../../../portfolio/ports.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore } from '../../../ui/use-flow.ts'
import { say } from '../../../words/say.ts'
import styles from './activity.module.css'
import { ActivityRow, type OnReplace } from './activity-row.tsx'
import rows from './rows.module.css'

/** Rows at first, and with each press of "more". */
const STEP = 30

export interface ActivityListProps {
  readonly activity: ActivitySource
  readonly onReplace: OnReplace | undefined
}

/** All that is known to have happened to the wallet, newest first. */
export function ActivityList({ activity, onReplace }: ActivityListProps) {
  const { status, list } = useStore(activity.store)
  const [limit, setLimit] = useState(STEP)
  return (
    <>
      <Rows isReading={status === 'reading'} list={list.slice(0, limit)} onReplace={onReplace} />
      {list.length > limit ? (
        <Button look="quiet" onClick={() => setLimit(limit + STEP)}>
          {say('home.more', { count: Math.min(STEP, list.length - limit) })}
        </Button>
      ) : null}
    </>
  )
}

/** Rows that the home has room for. */
const LATEST = 3

/** The latest of it, on the home. */
export function LatestActivity({ activity, onAll, onReplace }: ActivityListProps & { onAll(): void }) {
  const { status, list } = useStore(activity.store)
  return (
    <section className={rows.section}>
      <div className={rows.bar}>
        <h2 className={rows.heading}>{say('activity.title')}</h2>
        {list.length > LATEST ? (
          <button className={styles.all} onClick={onAll} type="button">
            {say('activity.all')}
          </button>
        ) : null}
      </div>
      <Rows isReading={status === 'reading'} list={list.slice(0, LATEST)} onReplace={onReplace} />
    </section>
  )
}

interface RowsProps {
  readonly isReading: boolean
  readonly list: readonly Activity[]
  readonly onReplace: OnReplace | undefined
}

function Rows({ isReading, list, onReplace }: RowsProps) {
  if (list.length === 0)
    return <p className={rows.none}>{say(isReading ? 'activity.reading' : 'activity.empty')}</p>
  return (
    <ul className={rows.list}>
      {list.map(one => (
        <ActivityRow activity={one} key={`${one.chain.id} ${one.id}`} onReplace={onReplace} />
      ))}
    </ul>
  )
}
