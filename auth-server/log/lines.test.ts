import { expect, test } from 'vitest'
import { asText } from './lines.ts'

const TIME = '2026-01-26T11:10:15.453Z'

test('a line for people has the same fields', () => {
  const line = {
    level: 'info',
    time: TIME,
    process: 'frame',
    method: 'GET',
    route: '/a/:id',
    status: 200,
    msg: 'request',
  }
  expect(asText(JSON.stringify(line))).toBe(`${TIME} frame request method=GET route=/a/:id status=200\n`)
})

test('an error stands beside what was done, and where it was thrown below', () => {
  const line = {
    level: 'error',
    time: TIME,
    error: 'Error: gone',
    stack: ['at a.ts:1', 'at b.ts:2'],
    msg: 'error during a sweep',
  }
  expect(asText(JSON.stringify(line))).toBe(
    `${TIME} error during a sweep: Error: gone\n  at a.ts:1\n  at b.ts:2\n`,
  )
})

test('nothing in it moves a cursor or begins another line', () => {
  const line = { level: 'warn', time: TIME, error: 'a\n2026 all is well\u001b[2J\u009b2J\u2028b', msg: 'x' }
  expect(asText(JSON.stringify(line))).toBe(`${TIME} warn x: a 2026 all is well [2J 2J b\n`)
})
