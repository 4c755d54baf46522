import type { ReactNode } from 'react'
import { dateAndTime } from '../../../approval/explain/numbers.ts'
import type { ReplacementKind } from '../../../chains/ethereum/ports.ts'
import { Badged, ChainMark } from '../../../marks/mark.tsx'
import type { Activity } from '../../../portfolio/ports.ts'
import { AlertIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/icons-later.tsx'
import { shortAddress } from '../../../ui/short-address.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Phrase } from '../../../words/phrase.tsx'
import { say } from '../../../words/say.ts'
import styles from './activity.module.css'
import { ExplorerIcon, WayIcon } from './icons.tsx'
import rows from './rows.module.css'

export interface ActivityRowProps {
  readonly activity: Activity
  /** Absent: the key of the wallet is another app's, which replaces what it sent. */
  readonly onReplace: OnReplace | undefined
}

/** The user wants to replace a waiting transaction. */
export type OnReplace = (activity: Activity, kind: ReplacementKind) => void

/** One transaction: what, how much, with whom, who asked, when, and what became of it, in words beside every colour. */
export function ActivityRow({ activity, onReplace }: ActivityRowProps) {
  const { chain, way, headline, amount, explorerUrl, status, replaceable = [] } = activity
  const what = headline ?? say(WHAT[way])
  const StatusIcon = STATUS_ICONS[status]
  return (
    <li className={rows.row}>
      <Badged badge={<ChainMark chain={chain} size={14} />}>
        <span className={styles.icon}>
          <WayIcon way={way} />
        </span>
      </Badged>
      <span className={`${rows.what} ${styles.what}`}>
        <bdi className={rows.line} title={what}>
          {what}
        </bdi>
        <span className={styles.more}>
          {facts(activity).map(([name, fact]) => (
            <span className={styles.fact} key={name}>
              {fact}
            </span>
          ))}
        </span>
      </span>
      <span className={rows.end}>
        {amount === null ? null : <bdi className={rows.line}>{amount}</bdi>}
        <span className={`${styles.status} ${styles[status]}`}>
          {StatusIcon ? <StatusIcon /> : null}
          {say(`activity.${status}`)}
        </span>
      </span>
      {isWebAddress(explorerUrl) ? (
        <a
          aria-label={say('activity.explorer', { what })}
          className={styles.link}
          href={explorerUrl}
          rel="noopener noreferrer"
          target="_blank"
        >
          <ExplorerIcon />
        </a>
      ) : null}
      {onReplace && replaceable.length > 0 ? (
        <span className={styles.replace}>
          {replaceable.map(kind => (
            <button
              aria-label={say(REPLACE[kind].name, { what })}
              className={styles.all}
              key={kind}
              onClick={() => onReplace(activity, kind)}
              type="button"
            >
              {say(REPLACE[kind].label)}
            </button>
          ))}
        </span>
      ) : null}
    </li>
  )
}

const REPLACE = {
  'speed-up': { label: 'activity.speedUp', name: 'activity.speedUpThis' },
  cancel: { label: 'activity.cancel', name: 'activity.cancelThis' },
} as const

const WHAT = { out: 'activity.sent', in: 'activity.received', other: 'activity.other' } as const
const PARTY = { out: 'activity.to', in: 'activity.from', other: 'activity.with' } as const

const PendingIcon = () => (
  <span aria-hidden="true" className={styles.spinner}>
    <Spinner />
  </span>
)
const STATUS_ICONS = {
  pending: PendingIcon,
  replacing: PendingIcon,
  cancelling: PendingIcon,
  done: CheckIcon,
  failed: AlertIcon,
  ...{ unknown: null, replaced: null, cancelled: null, tooLate: null },
} as const

function facts({ way, party, askedBy, at }: Activity): (readonly [string, ReactNode])[] {
  const time = at === null || !Number.isSafeInteger(at) ? null : dateAndTime(BigInt(Math.floor(at / 1_000)))
  return [
    ...(party === null
      ? []
      : [
          [
            'party',
            <Phrase key="party" of={PARTY[way]} values={{ party: <Party address={party} /> }} />,
          ] as const,
        ]),
    ...(askedBy === null
      ? []
      : [
          [
            'site',
            <Phrase key="site" of="activity.askedBy" values={{ site: <bdi>{askedBy}</bdi> }} />,
          ] as const,
        ]),
    ...(time === null ? [] : [['time', <bdi key="time">{time}</bdi>] as const]),
  ]
}

const Party = ({ address }: { address: string }) => (
  <bdi className={styles.party} dir="ltr" title={address}>
    {shortAddress(address)}
  </bdi>
)

/** An address of an explorer that a page brought can be anything, a script too. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)
