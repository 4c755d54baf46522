import { sayInstant } from '../../../words/failure.ts'

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const
/** What is longer ago is told by its date. */
const LONGEST_S = 7 * 86_400

/**
 * "2 hours ago", in the reader's language; a date where it is longer ago than a week.
 * @param at unix ms. Of the server's clock: what it has ahead of this one's is now
 */
export function sayAgo(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  if (seconds >= LONGEST_S) return sayInstant(at)
  const { lang } = globalThis.document?.documentElement ?? {}
  const format = new Intl.RelativeTimeFormat(lang || undefined, { numeric: 'auto' })
  const fits = UNITS.find(it => seconds >= it.seconds)
  return fits ? format.format(-Math.floor(seconds / fits.seconds), fits.unit) : format.format(0, 'second')
}
