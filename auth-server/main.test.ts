import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from './database/connect.ts'
import { useEmbedded } from './database/embedded.ts'
import { descendantsOf, freePort, type Program, serverCommand, startMain } from './testing/process-tree.ts'

let dataDir: string
let port: number
const started: Program[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  port = await freePort()
})
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const env = (changes: Record<string, string> = {}) => ({
  VITRINE_DEV: '1',
  VITRINE_PORT: String(port),
  VITRINE_DATA_DIR: dataDir,
  ...changes,
})

/** Starts the server and resolves when it says that it is up, or with its exit code. */
async function start(changes: Record<string, string> = {}) {
  const program = startMain(env(changes))
  started.push(program)
  return { ...program, outcome: await program.outcome }
}

const cli = (...args: string[]) => {
  const [node, ...program] = serverCommand('cli')
  return execFileSync(node, [...program, ...args], {
    env: { PATH: process.env.PATH, ...env() },
    encoding: 'utf8',
  })
}
const get = (path: string, host = '127.0.0.1') => fetch(`http://${host}:${port}${path}`)

test('starts, answers, serves the operator’s commands, and stops cleanly on a signal', async () => {
  const server = await start({ VITRINE_DRAIN_SECONDS: '3' })
  expect(server.outcome).toBe('up')
  expect(server.output()).toContain(`wallet  http://localhost:${port}`)
  expect((await get('/health')).status).toBe(200)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await (await get('/version')).json()).toMatchObject({ version, migrations: expect.any(Number) })
  const id = /app_\w{24}/.exec(
    cli('app', 'create', '--name', 'Shop', '--origin', 'https://shop.example'),
  )?.[0]
  expect((await get(`/api/v1/apps/${id}`)).status).toBe(200)
  server.child.kill('SIGINT')
  // Before the port closes, a balancer hears that it will; whoever comes meanwhile is served.
  while ((await get('/health/ready')).status === 200);
  expect(await (await get('/health/ready')).json()).toEqual({ ok: false, stopping: true })
  expect((await get(`/api/v1/apps/${id}`)).status).toBe(200)
  expect(await server.exited).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(cli('app', 'list')).toContain(id)
})

test.runIf(process.getuid?.() === 0)(
  'started by root for development, each process is a user of its own',
  async () => {
    const server = await start()
    const tree = descendantsOf(server.pid)
    const uids = [
      /^vitrine-signer$/,
      /^vitrine-mailer$/,
      /^vitrine-api$/,
      /^vitrine-frame$/,
      /\/postgres -D /,
    ].map(title => uidOf(tree.find(it => title.test(it.command.trim()))?.pid ?? 0))
    expect(new Set(uids).size).toBe(uids.length)
    expect(uids).not.toContain(0)
    expect((await get('/health')).status).toBe(200)
  },
)

const uidOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test('after a kill -9 the next start takes over and every app is there', async () => {
  const first = await start()
  const id = /app_\w{24}/.exec(
    cli('app', 'create', '--name', 'Shop', '--origin', 'https://shop.example'),
  )?.[0]
  first.child.kill('SIGKILL')
  await first.exited
  const second = await start()
  expect([second.outcome, second.output()]).toEqual(['up', expect.stringContaining('wallet')])
  expect((await get(`/api/v1/apps/${id}`)).status).toBe(200)
})

test('a start seals whose tokens log people in, as an earlier release set it', async () => {
  const first = await start()
  // As the migration leaves it, for the app of the demo shop.
  const issuer = {
    issuer: 'https://shop.example',
    audience: 'vitrine',
    jwks_url: 'https://shop.example/keys',
  }
  await query(`
    insert into login_issuers (app_id, method, settings)
    select id, 'custom-jwt', '${JSON.stringify(issuer)}' from apps`)
  first.child.kill('SIGTERM')
  await first.exited
  const second = await start()
  expect([second.outcome, second.output()]).toEqual(['up', expect.stringContaining('wallet')])
  expect(await query('select seal from login_issuers')).toEqual([
    { seal: expect.stringMatching(/^[\w-]{43}$/) },
  ])
})

/** As the superuser of the server that runs. */
async function query(statement: string) {
  const postgres = await useEmbedded(dataDir)
  const { db, close } = connectDatabase(postgres.url, 1)
  try {
    return (await db.execute(statement)).rows
  } finally {
    await close()
    await postgres.stop()
  }
}

test('a second server on the same data directory ends with a sentence', async () => {
  await start()
  const second = await start({ VITRINE_PORT: String(port === 65_535 ? port - 1 : port + 1) })
  expect(second.outcome).toBe(1)
  expect(second.output()).toContain('Another Vitrine server is running')
})

test.each([
  [{ VITRINE_DEV: '', SMTP_URL: 'smtp://127.0.0.1:1' }, 'VITRINE_MASTER_KEY_FILE'],
  [{ VITRINE_DEV: '' }, 'SMTP_URL'],
])('production refuses to start with %j', async (changes, hint) => {
  const server = await start(changes)
  expect(server.outcome).toBe(1)
  expect(server.output()).toContain(hint)
})
