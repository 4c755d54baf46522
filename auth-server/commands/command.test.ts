import { expect, test } from 'vitest'
import { readArguments } from './command.ts'

test('an id and a cursor may begin with a dash', () => {
  const { positionals, values } = readArguments(['keys', 'leaked', '-nq4', '--after', '-_9x', '--list'])
  expect(positionals).toEqual(['keys', 'leaked', '-nq4'])
  expect(values).toEqual({ after: '-_9x', list: true })
})

test('what follows -- is no option', () => {
  expect(readArguments(['--list', '--', 'keys', '--nq'])).toEqual({
    values: { list: true },
    positionals: ['keys', '--nq'],
  })
})

test.each([
  [['app', 'create', '--name', '--origin', 'https://shop.example'], '--name'],
  [['app', 'list', '--nmae', 'Shop'], '--nmae'],
  [['app', 'create', '--name'], '--name'],
])('%j is refused by the name of %s', (args, name) => {
  expect(() => readArguments(args)).toThrow(name)
})
