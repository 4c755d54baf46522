import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const AUTH_SERVER = fileURLToPath(new URL('.', import.meta.url))

let dataDir: string
let port: number
const started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  port = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
})
afterEach(async () => {
  for (const child of started.splice(0)) await stop(child)
  rmSync(dataDir, { recursive: true, force: true })
})

const env = (changes: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  VITRINE_DEV: '1',
  VITRINE_PORT: String(port),
  VITRINE_DATA_DIR: dataDir,
  ...changes,
})

/** Starts the server and resolves when it says that it is up, or with its exit code. */
async function start(changes: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(AUTH_SERVER, 'main.ts')], {
    env: env(changes),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  const up = new Promise<'up'>(resolve => {
    child.stdout.on('data', chunk => {
      output += chunk
      if (output.includes('inbox')) resolve('up')
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { child, exited, outcome: await Promise.race([up, exited]), output: () => output }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

const cli = (...args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', join(AUTH_SERVER, 'cli.ts'), ...args], {
    env: env(),
    encoding: 'utf8',
  })
const get = (path: string, host = '127.0.0.1') => fetch(`http://${host}:${port}${path}`)

test('starts, answers, serves the operator’s commands, and stops cleanly on a signal', async () => {
  const server = await start()
  expect(server.outcome).toBe('up')
  expect(server.output()).toContain(`wallet  http://localhost:${port}`)
  expect((await get('/health')).status).toBe(200)
  const id = /app_\w{24}/.exec(
    cli('app', 'create', '--name', 'Shop', '--origin', 'https://shop.example'),
  )?.[0]
  expect((await get(`/api/v1/apps/${id}`)).status).toBe(200)
  server.child.kill('SIGINT')
  expect(await server.exited).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(cli('app', 'list')).toContain(id)
})

test('after a kill -9 the next start takes over and every app is there', async () => {
  const first = await start()
  const id = /app_\w{24}/.exec(
    cli('app', 'create', '--name', 'Shop', '--origin', 'https://shop.example'),
  )?.[0]
  await stop(first.child, 'SIGKILL')
  const second = await start()
  expect([second.outcome, second.output()]).toEqual(['up', expect.stringContaining('wallet')])
  expect((await get(`/api/v1/apps/${id}`)).status).toBe(200)
})

test('a second server on the same data directory ends with a sentence', async () => {
  await start()
  const second = await start({ VITRINE_PORT: String(port === 65_535 ? port - 1 : port + 1) })
  expect(second.outcome).toBe(1)
  expect(second.output()).toContain('Another Vitrine server is running')
})

test('the master key is neither in the environment nor the arguments of the API process', async () => {
  const key = 'c0'.repeat(32)
  const server = await start({ VITRINE_MASTER_KEY: key })
  const processes = execFileSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(server.child.pid)], {
    encoding: 'utf8',
  })
  const api = processes.split('\n').find(line => line.includes('api.ts'))
  const environment = readFileSync(`/proc/${Number.parseInt(api ?? '', 10)}/environ`, 'utf8')
  expect(environment).toContain('VITRINE_SIGNER_SOCKET')
  expect(environment + processes).not.toContain(key)
})

test.each([
  [{ VITRINE_DEV: '', SMTP_URL: 'smtp://127.0.0.1:1' }, 'VITRINE_MASTER_KEY'],
  [{ VITRINE_DEV: '' }, 'SMTP_URL'],
])('production refuses to start with %j', async (changes, hint) => {
  const server = await start(changes)
  expect(server.outcome).toBe(1)
  expect(server.output()).toContain(hint)
})
