// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { piecesOf, tell, withoutMarks } from './tell.ts'

afterEach(() => document.documentElement.removeAttribute('dir'))

it('a value stands apart where words are read from the right, and nowhere else', () => {
  expect(tell('approval.headline.send', { amount: '100 TUSD' })).toBe('Send 100 TUSD')
  document.documentElement.dir = 'rtl'
  const told = tell('approval.headline.send', { amount: '100 TUSD' })
  expect(told).toBe('Send \u2068100 TUSD\u2069')
  expect(piecesOf(told)).toEqual(['Send ', '100 TUSD', ''])
  expect(withoutMarks(told)).toBe('Send 100 TUSD')
})

it('a value cannot end its own isolation', () => {
  document.documentElement.dir = 'rtl'
  expect(piecesOf(tell('approval.headline.send', { amount: '1\u2069\u2068 ETH' }))).toEqual([
    'Send ',
    '1 ETH',
    '',
  ])
})
