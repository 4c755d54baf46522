import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSecret } from '../provider-secrets/provider-secrets.ts'
import { serverCommand } from '../testing/process-tree.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { runCommand } from './run.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = (args: readonly string[], typed = '') =>
  runCommand(server.ctx.db, args, {
    signer: async () => server.ctx.signer,
    origin: 'http://localhost:4401',
    readSecret: async () => typed,
  })
const stored = () => openSecret(server.ctx, server.appId, 'turnstile')

test('sets, lists, replaces and removes a secret, and never prints it', async () => {
  const { appId } = server
  const printed = [
    await run(['secret', 'list', appId]),
    await run(['secret', 'set', appId, 'turnstile'], 'first-secret\n'),
  ]
  expect(await stored()).toBe('first-secret')
  printed.push(await run(['secret', 'set', appId, 'turnstile'], 'second-secret'))
  expect(await stored()).toBe('second-secret')
  printed.push(
    await run(['secret', 'list', appId]),
    await run(['secret', 'remove', appId, 'turnstile', '--yes']),
  )
  expect(await stored()).toBeNull()
  expect(printed).toEqual([
    'This app has no secrets.',
    `The turnstile secret of ${appId} is stored.`,
    `The turnstile secret of ${appId} is stored.`,
    expect.stringMatching(/^turnstile {2}since 20/),
    `The turnstile secret of ${appId} is removed.`,
  ])
})

test.each([
  ['a secret among the arguments', (id: string) => ['secret', 'set', id, 'turnstile', 'the-secret'], ''],
  ['an unknown provider', (id: string) => ['secret', 'set', id, 'altcha'], 'the-secret'],
  ['no provider', (id: string) => ['secret', 'set', id], 'the-secret'],
  ['an unknown app', () => ['secret', 'set', 'app_unknown', 'turnstile'], 'the-secret'],
  ['nothing typed', (id: string) => ['secret', 'set', id, 'turnstile'], '\n'],
  ['more than a secret', (id: string) => ['secret', 'set', id, 'turnstile'], 'two words of text'],
  ['to remove what is not there', (id: string) => ['secret', 'remove', id, 'hcaptcha', '--yes'], ''],
])('refuses %s', async (_name, args, typed) => {
  await expect(run(args(server.appId), typed)).rejects.toThrow(CommandError)
  expect(await stored()).toBeNull()
})

test('the program reads a secret from standard input, and refuses another master key than the server’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const set = (masterKey: string) =>
    new Promise<{ code: number | null; output: string }>(resolve => {
      const [node, ...args] = [...serverCommand('cli'), 'secret', 'set', server.appId, 'hcaptcha']
      const env = {
        ...process.env,
        DATABASE_URL: server.database.url,
        VITRINE_DATA_DIR: folder,
        VITRINE_MASTER_KEY: masterKey,
      }
      const child = execFile(node, args, { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      )
      child.stdin?.end('piped-secret\n')
    })
  try {
    const wrong = await set(Buffer.alloc(32, 3).toString('hex'))
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('not the master key') })
    expect(await openSecret(server.ctx, server.appId, 'hcaptcha')).toBeNull()
    const right = await set(server.masterKey.toString('hex'))
    expect(right).toMatchObject({ code: 0, output: expect.stringContaining('is stored') })
    expect(right.output).not.toContain('piped-secret')
    expect(await openSecret(server.ctx, server.appId, 'hcaptcha')).toBe('piped-secret')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
