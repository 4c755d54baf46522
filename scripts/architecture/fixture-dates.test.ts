import { expect, it } from 'vitest'
import { datesOfToday } from './fixture-dates.ts'

// Built of parts: this file is a test too.
const written = (...parts: readonly (string | number)[]) => parts.join('')
const found = (text: string, path = 'frame-app/a/testing/fixture.ts') => datesOfToday(path, text)

it.each([
  ['a time of Postgres', written("('a', '2026", "-11-26 11:28:09.999+00')")],
  ['an ISO time', written('"made_at": "2027', '-01-02T03:04:05.678Z"')],
  ['a day', written("'2026", "-12-24'")],
  ['Unix seconds', written('{"until": 1798', '284434}')],
  ['Unix milliseconds', written("'179828", "4434285'")],
  ['a number with separators', written('1_798', '_284_434_285')],
  ['parts of a date', written('Date.UTC(2030,', ' 0, 2, 12)')],
])('finds %s', (_, text) => {
  const line = `${'\n'.repeat(2)}${text}`
  expect(found(line)).toEqual([expect.stringMatching(/^frame-app\/a\/testing\/fixture\.ts:3: /)])
})

it.each([
  'a.test.ts',
  'e2e/wallet/a.spec.ts',
  'e2e/fixtures/a.json',
  'auth-server/testing/releases/0.2.0.sql',
])('looks into %s', path => {
  expect(found(written('2027', '-01-02'), path)).toHaveLength(1)
})

it.each([
  ['what was past before the project began', '2026-01-01T00:00:00.000Z, 1767225600, Date.UTC(2026, 0, 2)'],
  ['what stays future', 'Date.UTC(2100, 0, 2), 4102444800, 4102444800000'],
  ['longer and shorter numbers', '1798284434285000000, 179828, 0x1798284434, 1.1798284434'],
])('passes over %s', (_, text) => {
  expect(found(text)).toEqual([])
})

it.each(['frame-app/a/view.ts', 'docs/a.md', 'auth-server/testing/releases/0.1.0.sql'])('leaves %s', path => {
  expect(found(written('2027', '-01-02'), path)).toEqual([])
})
