import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { EXIT, UsageError } from './command.ts'
import { COMMANDS } from './registry.ts'

const read = (...args: string[]) => readArguments(COMMANDS, args)

function refusal(...args: string[]): UsageError {
  try {
    read(...args)
  } catch (error) {
    if (error instanceof UsageError) return error
  }
  throw new Error(`${args.join(' ')} is no misuse`)
}

test('an id and a cursor may begin with a dash', () => {
  expect(read('keys', 'leaked', '-nq4', '--after', '-_9x', '--list')).toMatchObject({
    ...{ noun: 'keys', verb: 'leaked', args: { id: '-nq4' } },
    options: { after: '-_9x', list: true, mail: false },
  })
})

test('what follows -- is no option', () => {
  expect(read('keys', 'leaked', '--list', '--', '--nq').args).toEqual({ id: '--nq' })
})

test.each([
  [['show', 'app_1'], 'app_1'],
  [['show', '--app', 'app_1'], 'app_1'],
  [['show'], undefined],
])('app %j is about the app %s', (args, appId) => {
  expect(read('app', ...args).appId).toBe(appId)
})

test.each([
  [['secret', 'set', 'app_1', 'turnstile'], 'app_1'],
  [['secret', 'set', '--app', 'app_1', 'turnstile'], 'app_1'],
  // Which app, the environment says.
  [['secret', 'set', 'turnstile'], undefined],
])('%j is about turnstile', (args, appId) => {
  expect(read(...args)).toMatchObject({ appId, args: { provider: 'turnstile' } })
})

test.each([
  [[], 'Name what the command is about: app, '],
  [['ap', 'list'], 'There is no command ap. Did you mean app?'],
  [['toString'], 'There is no command toString.'],
  [['app'], 'app what? Write create, list, '],
  [['app', 'lst'], 'There is no app lst. Did you mean app list?'],
  [['app', 'constructor'], 'There is no app constructor.'],
  [['app', 'create', '--nmae', 'Shop'], '`app create` takes no --nmae. Did you mean --name?'],
  [['app', 'list', '--name', 'Shop'], '`app list` takes no --name.'],
  [['app', 'list', '--yes'], '`app list` takes no --yes.'],
  [['app', 'list', '-x'], '"-x" is one argument too many.'],
  [['app', 'create', '--name'], '--name needs a value: --name <name>.'],
  [['app', 'create', '--name', '--origin', 'https://shop.example'], '--name needs a value'],
  [['app', 'create', '--name', 'Shop'], '--origin is missing: --origin <https://site>.'],
  [['app', 'list', '--json=yes'], '--json takes no value.'],
  [['app', 'show', 'app_1', 'app_2'], '"app_2" is one argument too many.'],
  [['app', 'show', 'app_1', '--app', 'app_2'], '"app_1" is one argument too many.'],
  [['webhook', 'remove'], 'The webhook id is missing.'],
  [['secret', 'set', 'app_1', 'turnstyle'], 'there is no "turnstyle". Did you mean turnstile? Choose from'],
])('%j is refused with a sentence, before there is a database', (args, sentence) => {
  const { message, exitStatus } = refusal(...args)
  expect(message).toContain(sentence)
  expect(message).toContain('\n\nUsage:\n  npm run vitrine -- ')
  expect(exitStatus).toBe(EXIT.misused)
})

test('an option takes a value for all verbs, or for none', () => {
  const kinds = Object.values(COMMANDS)
    .flatMap(({ verbs }) => Object.values(verbs))
    .flatMap(({ options = {} }) => Object.entries(options as Record<string, { takes?: string }>))
    .map(([name, { takes }]) => `${name} ${takes === undefined ? 'none' : 'a value'}`)
  const names = new Set(kinds.map(kind => kind.split(' ')[0]))
  expect(new Set(kinds).size).toBe(names.size)
})

test('the app stands first only where all other arguments must be there', () => {
  for (const { verbs } of Object.values(COMMANDS))
    for (const { app, parameters = {} } of Object.values(verbs))
      if (app) expect(JSON.stringify(parameters)).not.toContain('isOptional')
})
