/** Fixtures and tests, which run on any day. */
export const isFixture = (path: string): boolean =>
  /\.(test|spec|capture|engines|packages)\.tsx?$/.test(path) ||
  (/(^|\/)(testing|fixtures)\/|^e2e\//.test(path) && /\.(tsx?|mjs|sql|json|csv)$/.test(path))

/** Fixtures whose loader moves every time to the present; `auth-server/upgrade.test.ts` shows that it leaves none. */
const MOVED_WHEN_LOADED = /^auth-server\/testing\/releases\/0\.1\.0\.(sql|json)$/

/** The project is younger than this: what lies before was past when each test was written, and stays so. */
const FIRST_MS = Date.UTC(2026, 10, 1)
/** A date after this is one that stays future. */
const LAST_DATE_MS = Date.UTC(2100, 0, 1)
/** Greater numbers are amounts, or one that stands for the far future. */
const LAST_NUMBER_MS = Date.UTC(2030, 0, 1)

const ISO = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?/g
const PARTS = /\b(?:Date\.UTC|new Date)\(\s*(\d{4})\s*,\s*(\d\d?)(?:\s*,\s*(\d\d?))?/g
/** Unix time, in seconds or milliseconds. */
const UNIX = /(?<![\w.])(?:\d{10}|\d{13}|\d{1,3}(?:_\d{3}){3,4})n?(?![\w.])/g

interface Moment {
  readonly at: number
  readonly written: string
}

function momentsIn(text: string): Moment[] {
  const found = (pattern: RegExp, lastMs: number, read: (match: RegExpMatchArray) => number): Moment[] =>
    [...text.matchAll(pattern)]
      .filter(match => read(match) >= FIRST_MS && read(match) < lastMs)
      .map(match => ({ at: match.index, written: match[0] }))
  return [
    ...found(ISO, LAST_DATE_MS, ([iso]) => Date.parse(iso.replace(/ (.*[+-]\d\d)$/, 'T$1:00'))),
    ...found(PARTS, LAST_DATE_MS, ([, year, month, day = '1']) =>
      Date.UTC(Number(year), Number(month), Number(day)),
    ),
    ...found(UNIX, LAST_NUMBER_MS, ([number]) => {
      const value = Number(number.replaceAll(/[_n]/g, ''))
      return value < 1e11 ? value * 1000 : value
    }),
  ]
}

/**
 * Finds absolute times that the clock has passed since the project began, or will pass: a test that compares one with the present
 * holds for some days only. Write it as an offset from the clock, or use a time that stays past or future.
 */
export function datesOfToday(path: string, text: string): string[] {
  if (!isFixture(path) || MOVED_WHEN_LOADED.test(path)) return []
  return momentsIn(text)
    .sort((one, other) => one.at - other.at)
    .map(({ at, written }) => `${path}:${text.slice(0, at).split('\n').length}: ${written}`)
}
