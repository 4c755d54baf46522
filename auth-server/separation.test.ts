import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { descendantsOf, freePort, type Program, serverCommand, startProgram } from './testing/process-tree.ts'

/** The server as an operator starts it, with secrets that this test knows; what each of its users can reach is then tried. */
const SECRETS = {
  'master key': '5e'.repeat(32),
  'mail password': 'canary-mail-password',
  'gateway token': 'canary-gateway-token',
  'migration password': 'canary-migration-password',
  'scanner key': 'canary-scanner-key',
  'another program’s': 'canary-of-another-program',
}
const TITLES = {
  signer: /^vitrine-signer$/,
  mailer: /^vitrine-mailer$/,
  api: /^vitrine-api$/,
  frame: /^vitrine-frame$/,
  postgres: /\/postgres -D /,
}
type Part = keyof typeof TITLES
const PARTS = Object.keys(TITLES) as Part[]
const isRoot = process.getuid?.() === 0

/** As a root who is in other groups: what a process keeps of them shows. */
const OF_A_GROUP: readonly [string, ...string[]] = isRoot ? ['setpriv', '--groups', '4,27'] : ['env']

let dataDir: string
let keyFile: string
let program: Program
let pids: Record<Part, number>
let databaseUrl: string
let socketFolder: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  keyFile = join(dataDir, 'key')
  writeFileSync(keyFile, SECRETS['master key'], { mode: 0o400 })
  program = startProgram(
    [...OF_A_GROUP, ...serverCommand('main')],
    {
      VITRINE_MASTER_KEY_FILE: keyFile,
      VITRINE_PORT: String(await freePort()),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_SCANNER_KEY: SECRETS['scanner key'],
      DATABASE_MIGRATION_URL: `postgresql://o:${SECRETS['migration password']}@localhost/none`,
      SMTP_URL: `smtp://user:${SECRETS['mail password']}@127.0.0.1:1`,
      SMS_GATEWAY_URL: `http://sid:${SECRETS['gateway token']}@127.0.0.1:1?from=+15550100`,
      ANOTHER_PROGRAMS_TOKEN: SECRETS['another program’s'],
    },
    'wallet  ',
  )
  expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
  const tree = descendantsOf(program.pid)
  const pidOf = (part: Part) => tree.find(it => TITLES[part].test(it.command.trim()))?.pid ?? 0
  pids = Object.fromEntries(PARTS.map(part => [part, pidOf(part)])) as Record<Part, number>
  const environment = environ(pids.api)
  databaseUrl = environment.DATABASE_URL ?? ''
  socketFolder = dirname(dirname(environment.VITRINE_API_SOCKET ?? ''))
})
afterAll(async () => {
  program.child.kill('SIGTERM')
  await program.exited
  rmSync(dataDir, { recursive: true, force: true })
})

const environ = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map(entry => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
const numbers = (file: string, name: string) =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1]?.trim().split(/\s+/).map(Number)
const idsOf = (part: Part) => {
  const status = `/proc/${pids[part]}/status`
  return { uid: numbers(status, 'Uid')?.[0] ?? 0, gid: numbers(status, 'Gid')?.[0] ?? 0 }
}
const socketOf = (part: Part) =>
  part === 'postgres'
    ? join(new URL(databaseUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432')
    : join(socketFolder, part, `${part}.sock`)

/** What each part is given to know besides nothing. */
const ITS_OWN: Readonly<Record<Part, readonly (keyof typeof SECRETS)[]>> = {
  signer: [],
  mailer: ['mail password', 'gateway token'],
  api: ['scanner key'],
  frame: [],
  postgres: [],
}

test.each(PARTS)('the environment and the arguments of %s hold no secret but its own', part => {
  const told =
    readFileSync(`/proc/${pids[part]}/environ`, 'utf8') + readFileSync(`/proc/${pids[part]}/cmdline`)
  const superuser = readFileSync(join(dataDir, 'database-superuser'), 'utf8').trim()
  const found = Object.entries({ ...SECRETS, superuser }).filter(([, secret]) => told.includes(secret))
  expect(found.map(([name]) => name).sort()).toEqual([...ITS_OWN[part]].sort())
  expect(told.includes('DATABASE_URL=')).toBe(part === 'api')
  expect(told).not.toContain('MASTER_KEY')
})

/** Tried as each user by a program that is no part of the server. */
function tryAs(part: Part): Record<string, string> {
  // The user cannot go where this repository may lie.
  const script = readFileSync(fileURLToPath(new URL('./testing/try-as.mjs', import.meta.url)), 'utf8')
  const wanted = {
    pids: [program.pid, ...Object.values(pids)],
    files: [keyFile, join(dataDir, 'database-superuser'), join(dataDir, 'signer-guesses')],
    folders: [join(dataDir, 'postgres'), socketFolder],
    sockets: PARTS.filter(other => other !== 'frame').map(socketOf),
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, 'script', JSON.stringify(wanted)],
    { ...idsOf(part), cwd: '/', encoding: 'utf8', env: {} },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Whom each part may call, by the architecture. */
const CALLS: Readonly<Record<Part, readonly Part[]>> = {
  signer: [],
  mailer: [],
  api: ['signer', 'mailer', 'postgres'],
  frame: ['api'],
  postgres: ['postgres'],
}
/** What is a part's own besides, by how it ends. */
const OWN: Readonly<Record<Part, readonly string[]>> = {
  signer: [],
  mailer: [],
  api: ['/api.sock'],
  frame: [],
  postgres: [],
}

describe(isRoot ? 'started by root' : 'started by an ordinary user', () => {
  if (!isRoot) {
    test('says what is not separated', () => {
      expect(program.output()).toContain(
        "The server's processes are not separated: signer, mailer, API process",
      )
      expect(new Set(PARTS.map(part => idsOf(part).uid))).toEqual(new Set([process.getuid?.()]))
    })
    return
  }

  test('each process is a user of its own, with all its threads, and none is root', () => {
    expect(program.output()).not.toContain('not separated')
    const ids = PARTS.map(part => idsOf(part).uid)
    expect(new Set(ids).size).toBe(PARTS.length)
    expect(ids).not.toContain(0)
    for (const part of PARTS) {
      const { uid, gid } = idsOf(part)
      for (const thread of readdirSync(`/proc/${pids[part]}/task`)) {
        const status = `/proc/${pids[part]}/task/${thread}/status`
        expect([part, numbers(status, 'Uid'), numbers(status, 'Gid')]).toEqual([
          part,
          [uid, uid, uid, uid],
          [gid, gid, gid, gid],
        ])
        expect(/^Groups:\s*$/m.test(readFileSync(status, 'utf8'))).toBe(true)
      }
    }
  })

  test.each(PARTS)(
    'the user of %s reads nothing of the others, and opens no socket but those it calls',
    part => {
      const own = { ...OWN, postgres: [` ${pids.postgres}`, join(dataDir, 'postgres')] }[part]
      const report = Object.entries(tryAs(part)).filter(
        ([what]) => ![`signal to ${pids[part]}`, ...own].some(end => what.endsWith(end)),
      )
      const allowed = report.flatMap(([what, outcome]) => (outcome === 'allowed' ? [what] : []))
      expect(allowed.sort()).toEqual(CALLS[part].map(other => `socket ${socketOf(other)}`).sort())
      const refused = report.filter(([, outcome]) => !['allowed', 'EACCES', 'EPERM'].includes(outcome))
      expect(refused).toEqual([])
    },
  )
})

test('SQL of the API process reads no file and starts no program', async () => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of [
    `select pg_read_binary_file('/proc/${program.pid}/environ')`,
    "select pg_read_file('postmaster.pid')",
    "copy dev_inbox (body) from program 'id'",
    "select lo_import('/etc/passwd')",
    'set role vitrine_owner',
  ])
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be superuser/)
  await client.end()
})

test('the folders of sockets and code can be listed by nobody else', () => {
  const modes = execFileSync('find', [socketFolder, '-printf', '%y %m %P\n'], { encoding: 'utf8' })
  for (const line of modes.trim().split('\n')) {
    const [type, mode = ''] = line.split(' ')
    // Passing through the first folder is all that others may.
    const isTop = type === 'd' && line.endsWith(' ')
    expect([line, Number.parseInt(mode.slice(-1), 8) & (isTop ? 6 : 7)]).toEqual([line, 0])
  }
})
