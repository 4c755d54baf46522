import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApp } from '../apps/registry.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { EXIT, type SecretTools } from './command.ts'
import { readCommand, runCommand } from './run.ts'

let database: TestDatabase
let id: string
beforeAll(async () => {
  database = await openTestDatabase()
  const args = ['app', 'create', '--name', 'Shop', '--origin', 'https://shop.example', '--json']
  id = JSON.parse(await runCommand(database.db, args)).id
})
afterAll(() => database.close())

const nobody = () => Promise.reject(new Error('nobody'))
const tools = (more: Partial<SecretTools> = {}): SecretTools => ({
  ...{ origin: '', signer: nobody, readSecret: nobody },
  ...more,
})
const secret = async () => (await findApp(database.db, id))?.secretHash

test('the app comes from VITRINE_APP where none is written, and that is said', async () => {
  const told: string[] = []
  const run = (env: Record<string, string>, ...args: string[]) => {
    const read = readCommand(args, env)
    if ('help' in read) throw new Error('a page')
    return read.run(database.db, tools({ tell: line => told.push(line) }))
  }
  expect(JSON.parse(await run({ VITRINE_APP: id }, 'app', 'show'))).toMatchObject({ name: 'Shop' })
  expect(told).toEqual([`app  ${id}, by VITRINE_APP`])
  await expect(run({ VITRINE_APP: 'app_other' }, 'app', 'show', id)).resolves.toContain('Shop')
  await expect(run({}, 'app', 'show')).rejects.toThrow('The app id is missing.')
  // What goes for good is named where it is done.
  await expect(run({ VITRINE_APP: id }, 'app', 'delete', '--yes')).rejects.toThrow('The app id is missing.')
  expect(told).toHaveLength(1)
})

test('what destroys asks, and does nothing where nobody agrees or is there', async () => {
  const rotate = (more: Partial<SecretTools>, ...args: string[]) =>
    runCommand(database.db, ['app', 'rotate-secret', id, ...args], tools(more))
  const before = await secret()
  const refused = { exitStatus: EXIT.refused }
  await expect(rotate({})).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('add --yes'),
  })
  const asked: string[] = []
  const confirm = async (question: string) => asked.push(question) > 1
  await expect(rotate({ confirm })).rejects.toMatchObject({ ...refused, message: 'Nothing was done.' })
  expect(await secret()).toBe(before)
  await rotate({ confirm })
  expect(asked.at(-1)).toMatch(/stops working at once.* Go on\? \[y\/N\] $/)
  const agreed = await secret()
  expect(agreed).not.toBe(before)
  await rotate({}, '--yes')
  expect(await secret()).not.toBe(agreed)
})

test('--json prints an array of a list, also of an empty one', async () => {
  const list = (...args: string[]) => runCommand(database.db, ['test-account', 'list', id, ...args])
  expect(await list()).toBe('There are no test accounts.')
  expect(await list('--json')).toBe('[]')
})
