import { check } from 'recheck'
import { expect, it } from 'vitest'
import { findRegularExpressions } from './find.ts'

it('finds each literal with its line, and nothing that only looks like one', () => {
  const code = ['const a = 1 / 2 / 3', '// /not/', 'const b = "/nor/".replace(/^x+$/gi, String(/y/))'].join(
    '\n',
  )
  expect(findRegularExpressions('a.ts', code)).toEqual([
    { source: '^x+$', flags: 'gi', line: 3 },
    { source: 'y', flags: '', line: 3 },
  ])
})

it.each([
  ['^(a+)+$', 'vulnerable'],
  ['0+$', 'vulnerable'],
  ['^\\d+$', 'safe'],
])('the checker says of %s that it is %s', async (source, status) => {
  expect((await check(source, '')).status).toBe(status)
})
