import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase } from '../database/connect.ts'
import { findServiceUser } from '../database/service-user.ts'
import { freePort } from './process-tree.ts'

/** `npm test` installs it where it can, and names its folder (`scripts/setup/find-programs.mjs`). */
function binFolder(): string {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const base = '/usr/lib/postgresql'
  const [newest] = (existsSync(base) ? readdirSync(base) : []).sort((a, b) => Number(b) - Number(a))
  const folder = `${base}/${newest}/bin`
  if (!existsSync(`${folder}/initdb`)) throw new Error(`Postgres (postgresql) is not there: ${folder}`)
  return folder
}

/** A Postgres as an operator has one beside Vitrine, of the system and not ours: reached by TCP, with passwords. */
export interface OwnPostgres {
  /** libpq URL as a role, to a database. The superuser is `postgres`. */
  url(role: string, database: string): string
  /**
   * Makes a database as `docs/deploying.md` has it: `vitrine_owner` owns and changes it, `vitrine_api` owns nothing.
   * @returns the two URLs, as the server takes them
   */
  createDatabase(
    name: string,
  ): Promise<{ readonly DATABASE_URL: string; readonly DATABASE_MIGRATION_URL: string }>
  stop(): Promise<void>
}

/** Every role's, on a machine of tests. */
const PASSWORD = 'test-only'

/** @param settings of `postgresql.conf` */
export async function startOwnPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const bin = binFolder()
  const user = findServiceUser()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  writeFileSync(passwordFile, PASSWORD)
  for (const path of user ? [folder, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const as = { ...user, cwd: '/', env: { TZ: 'UTC' }, encoding: 'utf8' } as const
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ],
    as,
  )
  if (made.status !== 0) throw new Error(made.stderr || String(made.error))
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    ...settings,
  ]
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap(option => ['-c', option])],
    { ...user, cwd: '/', env: { TZ: 'UTC' }, stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const url = (role: string, database: string) =>
    `postgresql://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const asSuperuser = async (...statements: readonly string[]) => {
    const { db, close } = connectDatabase(url('postgres', 'postgres'), 1)
    try {
      for (const statement of statements) await db.execute(statement)
    } finally {
      await close()
    }
  }
  while (
    child.exitCode === null &&
    !(await asSuperuser('select 1').then(
      () => true,
      () => false,
    ))
  )
    await delay(20)
  if (child.exitCode !== null) throw new Error(`Postgres of ${bin} ended with ${child.exitCode}`)
  await asSuperuser(
    `create role vitrine_owner login password '${PASSWORD}'`,
    `create role vitrine_api login password '${PASSWORD}'`,
  )
  return {
    url,
    async createDatabase(name) {
      await asSuperuser(
        `create database ${name} owner vitrine_owner`,
        `revoke all on database ${name} from public`,
        `grant connect on database ${name} to vitrine_api`,
      )
      return {
        DATABASE_URL: url('vitrine_api', name),
        DATABASE_MIGRATION_URL: url('vitrine_owner', name),
      }
    },
    async stop() {
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
