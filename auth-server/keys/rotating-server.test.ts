import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { masterKeyId } from '../signer/master-key.ts'
import { freePort, type Program, serverCommand, startMain, startProgram } from '../testing/process-tree.ts'

/** The operator's procedure of `docs/operating.md`, with the programs themselves. */
const KEYS = { old: '5e'.repeat(32), new: '7a'.repeat(32) }
const idOf = (key: string) => masterKeyId(Buffer.from(key, 'hex'))

let folder: string
let port: number
let started: Program[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  port = await freePort()
  for (const [name, key] of Object.entries(KEYS)) writeFileSync(join(folder, name), key, { mode: 0o400 })
})
afterEach(() => stopAll())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = (key: keyof typeof KEYS, previous?: keyof typeof KEYS) => ({
  VITRINE_DEV: '1',
  VITRINE_PORT: String(port),
  VITRINE_DATA_DIR: join(folder, 'data'),
  VITRINE_MASTER_KEY_FILE: join(folder, key),
  ...(previous && { VITRINE_PREVIOUS_MASTER_KEY_FILE: join(folder, previous) }),
})
function start(...keys: Parameters<typeof env>): Program {
  const program = startMain(env(...keys))
  started.push(program)
  return program
}
async function stopAll(): Promise<void> {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
  started = []
}
const command = (keys: Parameters<typeof env>, ...args: string[]) =>
  startProgram([...serverCommand('cli'), ...args], env(...keys), 'no such line')
const printed = async (program: Program) => [await program.exited, program.output()] as const
const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()

test('the master key of a running server is rotated, killed on the way, and the old one opens nothing any more', async () => {
  expect(await start('old').outcome).toBe('up')
  const before = { jwks: await read('/api/v1/apps/app_demo/jwks.json'), signer: await signerKey(['old']) }
  await stopAll()

  const server = start('new', 'old')
  expect([await server.outcome, server.output()]).toEqual(['up', expect.anything()])
  // Killed once it has added a key; `rotate.test.ts` does so wherever it waits.
  const rotating = startProgram([...serverCommand('cli'), 'keys', 'rotate'], env('new', 'old'), 'new key')
  expect(await rotating.outcome).toBe('up')
  rotating.child.kill('SIGKILL')
  await rotating.exited
  expect(await read('/health')).toMatchObject({ ok: true })
  const [code, output] = await printed(command(['new', 'old'], 'keys', 'rotate'))
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`Start the servers with the master key ${idOf(KEYS.new)} alone`),
  ])
  expect(await read('/health')).toMatchObject({ ok: true })
  await stopAll()

  const refused = start('old')
  expect(await refused.outcome).toBe(1)
  expect(refused.output()).toContain(
    `sealed under the master key ${idOf(KEYS.new)}, which was not given. Given: ${idOf(KEYS.old)}`,
  )
  expect(await start('new').outcome).toBe('up')
  expect(await read('/api/v1/apps/app_demo/jwks.json')).toEqual(before.jwks)
  expect(await signerKey(['new'])).toBe(before.signer)
}, 180_000)

async function signerKey(keys: Parameters<typeof env>): Promise<string> {
  const [code, output] = await printed(command(keys, 'signer-key'))
  expect([code, output]).toEqual([0, expect.stringContaining('data-signer=')])
  return /data-signer="([\w-]+)"/.exec(output)?.[1] ?? ''
}
