import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  descendantsOf,
  freePort,
  killAll,
  type Listed,
  type Program,
  startMain,
  startProgram,
  untilGone,
} from './testing/process-tree.ts'

let dataDir: string
let env: Record<string, string>
let program: Program
const seen: Listed[] = []
beforeAll(async () => {
  // One for all: each test begins where the one before was killed.
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  env = {
    HOME: dataDir,
    VITRINE_DEV: '1',
    VITRINE_DATA_DIR: dataDir,
    VITRINE_PORT: String(await freePort()),
    VITRINE_SHOP_PORT: String(await freePort()),
  }
})
afterEach(async () => {
  const { child, exited } = program
  child.kill('SIGTERM')
  await exited
  // Of a test that failed.
  killAll(seen.splice(0))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const health = () =>
  fetch(`http://127.0.0.1:${env.VITRINE_PORT}/health`).then(
    ({ status }) => status,
    () => null,
  )
const PARTS = {
  Postgres: /\/postgres -D /,
  signer: /^vitrine-signer/,
  API: /^vitrine-api/,
  'frame server': /^vitrine-frame/,
  'Postgres’ guard': /vitrine-postgres-guard/,
}
/** All that runs below the program; each part of the server must be there. */
function tree(): Listed[] {
  const found = descendantsOf(program.pid)
  const missing = Object.entries(PARTS).filter(([, command]) => !found.some(it => command.test(it.command)))
  expect(missing).toEqual([])
  seen.push(...found)
  return found
}
const part = (name: keyof typeof PARTS) => tree().find(it => PARTS[name].test(it.command)) as Listed

test.each([
  ['the server', () => startMain(env)],
  ['npm run serve’s script', () => startProgram([process.execPath, 'scripts/serve.mjs'], env, 'wallet  ')],
  ['npm start', () => startProgram(['npm', 'start'], env)],
])(
  'SIGKILL of %s leaves no process behind, and the next start works on the same data',
  async (_name, start) => {
    program = start()
    expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
    expect(await health()).toBe(200)
    const processes = tree()
    program.child.kill('SIGKILL')
    await program.exited
    await untilGone(processes)
    expect(await health()).toBeNull()
  },
)

test.each(['API', 'signer', 'frame server'] as const)(
  'after SIGKILL of the %s alone the others go on, and it starts again',
  async name => {
    program = startMain(env)
    expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
    const killed = part(name)
    const postgres = part('Postgres')
    process.kill(killed.pid, 'SIGKILL')
    await untilGone([killed])
    while ((await health()) !== 200) await delay(50)
    expect(part(name).pid).not.toBe(killed.pid)
    expect(part('Postgres').pid).toBe(postgres.pid)
  },
)

test('a server that was stopped leaves no process behind', async () => {
  program = startMain(env)
  expect(await program.outcome).toBe('up')
  const processes = tree()
  program.child.kill('SIGTERM')
  expect(await program.exited).toBe(0)
  await untilGone(processes)
})
