import styles from './text.module.css'

const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** A moment, in the operator's time zone, with seconds and zone on hover. @param at unix ms */
export function Time({ at }: { at: number }) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <>unknown</>
  return (
    <time className={styles.time} dateTime={date.toISOString()} title={exact.format(date)}>
      {absolute.format(date)}
    </time>
  )
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** For how long: the largest unit that fits, e.g. "3 days"; under a minute "less than a minute". @param ms */
export function duration(ms: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}

/** Where on the Internet, as the server tells it of a device. */
export const placeOf = (network: string | null): string | null =>
  network === 'own-machine' ? 'this machine' : network
