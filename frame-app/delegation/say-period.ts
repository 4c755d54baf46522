const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of time in the person's language, exactly: `24 hours`, `7 days`. One day is 24 hours: it is not the calendar's. */
export function sayPeriod(seconds: number): string {
  const fits = UNITS.find(([unit, each]) => seconds % each === 0 && (unit !== 'day' || seconds > each))
  const [unit, each] = fits ?? ['second', 1]
  const { lang } = globalThis.document?.documentElement ?? {}
  return new Intl.NumberFormat(`${lang || 'en'}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(seconds / each)
}
