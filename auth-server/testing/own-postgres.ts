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
  /** libpq URL of its superuser, to a database. */
  url(database: string): string
  stop(): Promise<void>
}

const PASSWORD = 'test-only'

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = binFolder()
  const user = findServiceUser()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  writeFileSync(passwordFile, PASSWORD)
  for (const path of user ? [folder, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  const made = spawnSync(
    join(bin, 'initdb'),
    // biome-ignore format: one option a line
    ['-D', data,
      '-U', 'postgres',
      '-A', 'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E', 'UTF8', '--locale=C', '-N'],
    { ...user, cwd: '/', env: { TZ: 'UTC' }, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr || String(made.error))
  const port = await freePort()
  const options = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap(option => ['-c', option])],
    { ...user, cwd: '/', env: { TZ: 'UTC' }, stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const url = (database: string) => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  while (child.exitCode === null && !(await answers(url('postgres')))) await delay(20)
  if (child.exitCode !== null) throw new Error(`Postgres of ${bin} ended with ${child.exitCode}`)
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const { db, close } = connectDatabase(url, 1)
  try {
    await db.execute('select 1')
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}
