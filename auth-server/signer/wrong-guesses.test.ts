import { expect, test } from 'vitest'
import { createWrongGuesses } from './wrong-guesses.ts'

test('counts each code on its own', () => {
  const guesses = createWrongGuesses(1000)
  guesses.add('a', 0)
  guesses.add('a', 0)
  guesses.add('b', 0)
  expect([guesses.count('a', 0), guesses.count('b', 0), guesses.count('c', 0)]).toEqual([2, 1, 0])
})

test('forgets a code only when no guess was made for its lifetime', () => {
  const guesses = createWrongGuesses(1000)
  guesses.add('a', 0)
  guesses.add('b', 1)
  guesses.add('a', 500)
  expect(guesses.count('a', 1499)).toBe(2)
  expect(guesses.count('b', 1001)).toBe(0)
  expect(guesses.count('a', 1500)).toBe(0)
})

test('a flood of made-up codes is refused and forgets nothing', () => {
  const guesses = createWrongGuesses(1000, 2)
  guesses.add('victim', 0)
  guesses.add('flood', 0)
  expect(() => guesses.add('flood-2', 0)).toThrow('Too many')
  guesses.add('victim', 0)
  expect(guesses.count('victim', 0)).toBe(2)
  guesses.add('flood-3', 1000)
  expect(guesses.count('flood-3', 1000)).toBe(1)
})
