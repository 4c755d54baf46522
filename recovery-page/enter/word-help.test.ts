import { expect, test } from 'vitest'
import { nearestWord, startedWord, suggestWords } from './word-help.ts'

test('suggests the words that begin with what stands before the caret', () => {
  expect(startedWord('zoo Aban zoo', 8)).toBe('aban')
  expect(suggestWords('aban')).toEqual(['abandon'])
  expect(suggestWords('ab')).toHaveLength(5)
  expect([suggestWords('a'), suggestWords(''), suggestWords('zoo'), suggestWords('qq')]).toEqual([
    [],
    [],
    [],
    [],
  ])
  // A word that others begin with.
  expect(suggestWords('act')).toContain('action')
})

test.each([
  ['abandonn', 'abandon'],
  ['juunk', 'junk'],
  ['citchen', 'kitchen'],
  // As near to “link”.
  ['jink', null],
  ['qqqqqq', null],
])('for %s it names %s', (word, meant) => {
  expect(nearestWord(word)).toBe(meant)
})
