import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDevice } from './testing/device.ts'
import {
  descendantsOf,
  freePort,
  type Program,
  serverCommand,
  startMain,
  startProgram,
  untilGone,
} from './testing/process-tree.ts'

const KEY = '5e'.repeat(32)

let folder: string
let port: number
let started: Program[] = []
beforeAll(async () => {
  // One database for all.
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  // The server's processes are users of their own, who pass through.
  chmodSync(folder, 0o711)
  port = await freePort()
  writeFileSync(join(folder, 'key'), KEY, { mode: 0o400 })
  // The server has no key, and the signer no database: who has both begins.
  const init = startProgram([...serverCommand('cli'), 'keys', 'init'], {
    VITRINE_MASTER_KEY_FILE: join(folder, 'key'),
    VITRINE_DATA_DIR: join(folder, 'data'),
  })
  expect([await init.exited, init.output()]).toEqual([0, expect.stringContaining('generation 1')])
})
afterEach(async () => {
  for (const { child, exited } of started.reverse()) {
    child.kill('SIGTERM')
    await exited
  }
  started = []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const socket = () => join(folder, 'signer', 'signer.sock')
const signerEnv = () => ({
  VITRINE_ORIGIN: `http://localhost:${port}`,
  VITRINE_SIGNER_SOCKET: socket(),
  VITRINE_MASTER_KEY_FILE: join(folder, 'key'),
})
const serverEnv = () => ({
  VITRINE_DEV: '1',
  VITRINE_PORT: String(port),
  VITRINE_DATA_DIR: join(folder, 'data'),
  VITRINE_SIGNER_SOCKET: socket(),
})

function keep(program: Program): Program {
  started.push(program)
  return program
}
const startUnit = (env: Record<string, string> = {}, command = serverCommand('signer-main')) =>
  keep(startProgram(command, { ...signerEnv(), ...env }, 'signer  '))
async function stop(program: Program): Promise<void> {
  started = started.filter(it => it !== program)
  program.child.kill('SIGTERM')
  await program.exited
}
const signerOf = (program: Program) =>
  descendantsOf(program.pid).find(it => it.command.startsWith('vitrine-signer'))
const health = async () =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    answer => answer.json() as Promise<Record<string, boolean>>,
    () => null,
  )
async function until(wanted: Record<string, boolean>): Promise<void> {
  for (;;) {
    const found = await health()
    if (found && Object.entries(wanted).every(([name, value]) => found[name] === value)) return
    await delay(50)
  }
}

async function startBoth() {
  const unit = startUnit()
  expect([await unit.outcome, unit.output()]).toEqual(['up', expect.anything()])
  const server = keep(startMain(serverEnv()))
  expect([await server.outcome, server.output()]).toEqual(['up', expect.anything()])
  await until({ ok: true, signer: true })
  return { unit, server }
}

test('a signer that was started apart serves the server, which has no key, and its unit starts it again', async () => {
  const { unit, server } = await startBoth()
  const tree = descendantsOf(server.pid)
  expect(tree.filter(it => it.command.includes('vitrine-signer'))).toEqual([])
  for (const { pid } of [server, ...tree])
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('MASTER_KEY')
  const signer = signerOf(unit)
  process.kill(signer?.pid ?? 0, 'SIGKILL')
  await untilGone(signer ? [signer] : [])
  await until({ ok: true })
  expect(signerOf(unit)?.pid).not.toBe(signer?.pid)
})

test('a signer apart and the server may each be stopped and started again', async () => {
  const { unit, server } = await startBoth()
  await stop(unit)
  await until({ ok: false, signer: false, database: true })
  expect(await startUnit().outcome).toBe('up')
  await until({ ok: true })
  await stop(server)
  expect(await keep(startMain(serverEnv())).outcome).toBe('up')
  await until({ ok: true })
})

test('is started by the operator’s command', async () => {
  const unit = startUnit({}, [process.execPath, 'scripts/vitrine.mjs', 'signer'])
  expect([await unit.outcome, unit.output()]).toEqual(['up', expect.stringContaining(socket())])
  const signer = signerOf(unit)
  await stop(unit)
  await untilGone(signer ? [signer] : [])
})

test.each([
  [
    'the signer, without a socket',
    () => startUnit({ VITRINE_SIGNER_SOCKET: '' }),
    'VITRINE_SIGNER_SOCKET is not set',
  ],
  [
    'the signer, without a key',
    () => startUnit({ VITRINE_MASTER_KEY_FILE: '' }),
    'VITRINE_MASTER_KEY_FILE is not set',
  ],
  [
    'a signer that would send mail nobody knows where',
    () => startUnit({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    'VITRINE_MAILER_SOCKET is not set',
  ],
  [
    'a server that was given the key of a signer apart',
    () => keep(startMain({ ...serverEnv(), VITRINE_MASTER_KEY_FILE: join(folder, 'key') })),
    'the key is for that one alone',
  ],
  [
    'a server that was given the credentials of a mailer apart',
    () =>
      keep(startMain({ ...serverEnv(), SMTP_URL: 'smtp://127.0.0.1:1', VITRINE_MAILER_SOCKET: '/nowhere' })),
    'the credentials are for that one alone',
  ],
  [
    'a server that was given the gateway of a mailer apart',
    () =>
      keep(
        startMain({
          ...serverEnv(),
          SMS_GATEWAY_URL: 'http://sid:token@127.0.0.1:1?from=+15550100',
          VITRINE_MAILER_SOCKET: '/nowhere',
        }),
      ),
    'the credentials are for that one alone',
  ],
  ['a server before its signer', () => keep(startMain(serverEnv())), 'The signer is not running'],
  [
    'a server with a database that nobody began',
    () => keep(startMain({ ...serverEnv(), VITRINE_DATA_DIR: join(folder, 'empty') })),
    'run `npm run vitrine -- keys init` once',
  ],
])('%s does not start, and says why', async (_name, start, why) => {
  const program = start()
  expect(await program.outcome).toBe(1)
  expect(program.output()).toContain(why)
})

test('the mailer that runs beside a signer apart sends the server’s mail', async () => {
  const mailerSocket = join(folder, 'mailer', 'mailer.sock')
  const unit = startUnit({
    SMTP_URL: 'smtp://user:canary-password@127.0.0.1:1',
    VITRINE_MAILER_SOCKET: mailerSocket,
  })
  expect(await unit.outcome).toBe('up')
  const server = keep(startMain({ ...serverEnv(), VITRINE_MAILER_SOCKET: mailerSocket }))
  expect(await server.outcome).toBe('up')
  const origin = `http://localhost:${port}`
  const url = `${origin}/api/v1/passwordless/init`
  const config = await fetch(`http://127.0.0.1:${port}/api/v1/apps/app_demo`)
  const nonce = config.headers.get('dpop-nonce')
  const dpop = await (await createDevice()).prove('POST', url, { overrides: { nonce } })
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/passwordless/init`, {
    method: 'POST',
    headers: { origin, 'vitrine-app-id': 'app_demo', dpop },
    body: JSON.stringify({ email: 'anna@mail.example' }),
  })
  // The mail server is none, and it is the mailer of the unit that says so.
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'service_unavailable' }),
  ])
  expect(unit.output()).toContain('error during sending mail')
  for (const { pid } of [server, ...descendantsOf(server.pid)])
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary-password')
})
