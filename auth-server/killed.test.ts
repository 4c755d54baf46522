import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDevice } from './testing/device.ts'
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
    VITRINE_CHAIN_PORT: String(await freePort()),
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
/** Its number; `null`: there is none. */
const demoChain = () =>
  fetch(`http://127.0.0.1:${env.VITRINE_CHAIN_PORT}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  }).then(
    async answer => ((await answer.json()) as { result: string }).result,
    () => null,
  )
const api = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${env.VITRINE_PORT}${path}`, init)
async function partsOnceUp(): Promise<Record<string, boolean>> {
  for (;;) {
    const answer = await api('/health')
    if (answer.status === 200) return answer.json()
    await delay(50)
  }
}
const PARTS = {
  Postgres: /\/postgres -D /,
  signer: /^vitrine-signer/,
  mailer: /^vitrine-mailer/,
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
  ['the server', () => startMain(env), null],
  [
    'npm run serve’s script',
    () => startProgram([process.execPath, 'scripts/serve.mjs'], env, 'wallet  '),
    null,
  ],
  ['npm start', () => startProgram(['npm', 'start'], env), '0x7a69'],
])(
  'SIGKILL of %s leaves no process behind, and the next start works on the same data',
  async (_name, start, chain) => {
    program = start()
    expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
    expect([await health(), await demoChain()]).toEqual([200, chain])
    if (chain !== null)
      expect(program.output()).toContain(`chain  http://127.0.0.1:${env.VITRINE_CHAIN_PORT}\n`)
    const processes = tree()
    program.child.kill('SIGKILL')
    await program.exited
    await untilGone(processes)
    expect([await health(), await demoChain()]).toEqual([null, null])
  },
)

test.each(['API', 'signer', 'mailer', 'frame server'] as const)(
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

test('a mailer that is killed while codes are asked for loses none that was said to be sent, and the next are', async () => {
  program = startMain(env)
  expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
  const origin = `http://localhost:${env.VITRINE_PORT}`
  const device = await createDevice()
  const offered = await api('/api/v1/apps/app_demo', { headers: { origin } })
  const nonce = offered.headers.get('dpop-nonce')
  const codes = async () => (await (await api('/dev/inbox.json')).json()) as { to: string; code: string }[]
  let people = 0
  const ask = async () => {
    const email = `person${++people}.${program.pid}@mail.example`
    const path = '/api/v1/passwordless/init'
    const dpop = await device.prove('POST', origin + path, { overrides: { nonce } })
    const body = JSON.stringify({ email })
    const headers = { origin, 'vitrine-app-id': 'app_demo', 'content-type': 'application/json', dpop }
    const answer = await api(path, { method: 'POST', headers, body })
    if (answer.status === 200) return { email, sent: true }
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: 'service_unavailable', error: 'The email could not be sent. Try again in a few minutes.' },
    ])
    return { email, sent: false }
  }
  expect((await ask()).sent).toBe(true)
  for (let round = 0; round < 3; round++) {
    const killed = part('mailer')
    const asked = Array.from({ length: 8 }, ask)
    // At another moment of their way each time: before an answer, after half of them, after all.
    await Promise.all(asked.slice(0, round * 4))
    process.kill(killed.pid, 'SIGKILL')
    const answers = await Promise.all(asked)
    await untilGone([killed])
    expect(await partsOnceUp()).toMatchObject({ api: true, signer: true, mailer: true })
    const again = await ask()
    expect(again.sent).toBe(true)
    const kept = new Set((await codes()).filter(({ code }) => /^\d{6}$/.test(code)).map(({ to }) => to))
    for (const { email, sent } of [...answers, again]) if (sent) expect(kept).toContain(email)
  }
})

test('a server that was stopped leaves no process behind', async () => {
  program = startMain(env)
  expect(await program.outcome).toBe('up')
  const processes = tree()
  program.child.kill('SIGTERM')
  expect(await program.exited).toBe(0)
  await untilGone(processes)
})
