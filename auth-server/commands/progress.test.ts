import { expect, test } from 'vitest'
import { hasColor, startProgress, styled } from './progress.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('on a terminal: %s; with %j there is colour: %s', (isTTY, env, expected) => {
  expect(hasColor({ isTTY }, env)).toBe(expected)
  expect(styled('x', 'red', expected)).toBe(expected ? '\u001B[31mx\u001B[39m' : 'x')
})

function terminal(isTTY: boolean) {
  const written: string[] = []
  const clock = { now: 0 }
  const stream = { isTTY, write: (text: string) => written.push(text) }
  return {
    written,
    clock,
    start: (total: number | null) => startProgress('users', total, stream, () => clock.now),
  }
}

test('tells count, total and rate in one line, seldom enough to be read, and the last always', () => {
  const { written, clock, start } = terminal(true)
  const progress = start(400)
  clock.now = 1000
  progress.done(100)
  progress.done(101)
  clock.now = 2000
  progress.done(399)
  progress.done(400)
  progress.end()
  const line = (text: string) => `\r\u001B[K${text}`
  expect(written).toEqual([
    line('users  100 of 400  25%  100/s  3 s left'),
    line('users  399 of 400  99%  200/s  1 s left'),
    line('users  400 of 400  100%  200/s'),
    line(''),
  ])
})

test('without a total it counts; without a terminal it says nothing', () => {
  const here = terminal(true)
  const progress = here.start(null)
  here.clock.now = 2000
  progress.done(1500)
  here.clock.now = 4000
  progress.done(3000, 0.04)
  expect(here.written).toEqual([
    '\r\u001B[Kusers  1,500  750/s',
    '\r\u001B[Kusers  3,000  4%  750/s  1 min 36 s left',
  ])
  const away = terminal(false)
  const silent = away.start(2)
  silent.done(2)
  silent.end()
  expect(away.written).toEqual([])
})
