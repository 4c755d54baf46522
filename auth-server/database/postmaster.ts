import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Binaries } from './binaries.ts'
import { SUPERUSER } from './cluster.ts'
import type { ServiceUser } from './service-user.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000
/** `sun_path` holds 108 bytes on Linux and 104 on macOS, with `/.s.PGSQL.5432` and a final zero. */
const MAX_SOCKET_DIR = 80

/** A running Postgres: the process that listens, and where. */
export interface Postmaster {
  readonly pid: number
  /** libpq URL of the database `postgres`, as its superuser. */
  readonly url: string
  readonly socketDir: string
}

/** The postmaster that runs on `cluster` and answers, or `null`. Waits for one that is still starting or recovering. */
export async function findPostmaster(cluster: string, password: string): Promise<Postmaster | null> {
  await until(() => !isStarting(cluster), START_LIMIT_MS)
  const found = readPidFile(cluster)
  if (!found || !isPostgresOf(found.pid, cluster)) return null
  const { pid, socketDir } = found
  const url = urlOf(socketDir, password)
  return (await answers(url)) ? { pid, socketDir, url } : null
}

export interface PostmasterAccess {
  readonly user: ServiceUser | null
  readonly password: string
  /** The group that may connect; `null`: `user` alone. */
  readonly clients: number | null
}

/** Starts Postgres on `cluster`, over a Unix socket only, with `fsync` on as Postgres has it by default. */
export async function startPostmaster(
  cluster: string,
  binaries: Binaries,
  { user, password, clients }: PostmasterAccess,
): Promise<Postmaster> {
  await removeStale(cluster)
  const socketDir = makeSocketDir(user, clients)
  // In the folder of another user, who could put a link there.
  const log = openSync(join(cluster, 'server.log'), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
  const child = spawn(
    binaries.postgres,
    // biome-ignore format: one option a line
    ['-D', cluster,
      '-c', 'listen_addresses=',
      '-c', `unix_socket_directories=${socketDir}`,
      '-c', `unix_socket_permissions=${clients === null ? '0700' : '0770'}`,
      '-c', 'max_connections=64',
      '-c', 'shared_buffers=64MB'],
    // Its own process group: Ctrl-C in a terminal reaches the server alone, which stops Postgres last.
    { ...user, cwd: '/', env: { TZ: 'UTC' }, stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  child.unref()
  try {
    await ready(child, cluster)
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
  return { pid: child.pid ?? 0, url: urlOf(socketDir, password), socketDir }
}

/** Fast shutdown: open transactions roll back, everything acknowledged is on disk. Waits until the process is gone. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const socketDir = readPidFile(cluster)?.socketDir
  signal(pid, 'SIGINT')
  await until(
    () => !isAlive(pid),
    STOP_LIMIT_MS,
    () => signal(pid, 'SIGQUIT'),
  )
  if (socketDir && basename(socketDir).startsWith('vitrine-pg-'))
    rmSync(socketDir, { recursive: true, force: true })
}

/** A postmaster that is alive and does not answer is stopped; the socket folder of a dead one is removed. */
async function removeStale(cluster: string): Promise<void> {
  const found = readPidFile(cluster)
  if (!found) return
  // The pid may belong to another program by now: only a Postgres on this very cluster is touched.
  if (isPostgresOf(found.pid, cluster)) await stopPostmaster(cluster, found.pid)
  else if (basename(found.socketDir).startsWith('vitrine-pg-')) {
    rmSync(found.socketDir, { recursive: true, force: true })
  }
}

async function ready(child: ChildProcess, cluster: string): Promise<void> {
  let failed: string | null = null
  child.once('error', error => {
    failed = error.message
  })
  child.once('exit', code => {
    failed = `it ended with code ${code}`
  })
  await until(
    // The file of a killed predecessor also says "ready".
    () => failed !== null || isReady(readPidFile(cluster), child.pid),
    START_LIMIT_MS,
    () => child.kill('SIGQUIT'),
  )
  if (failed === null) return
  const log = readFileSync(join(cluster, 'server.log'), 'utf8').trim().split('\n').slice(-3).join(' | ')
  throw new Error(`Postgres did not start on ${cluster}: ${failed}. Its log ends: ${log}`)
}

const isReady = (found: PidFile | null, pid: number | undefined) =>
  found?.pid === pid && found?.status === 'ready'

type PidFile = NonNullable<ReturnType<typeof readPidFile>>

/** `postmaster.pid`: pid, cluster, start time, port, socket folder, listen address, shared memory, status. */
function readPidFile(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const socketDir = lines[4] ?? ''
  return { pid: Number(lines[0]), socketDir, status: lines[7]?.trim() ?? '' }
}

/** @param password base64url */
const urlOf = (socketDir: string, password: string) =>
  `postgresql://${SUPERUSER}:${password}@localhost/postgres?host=${encodeURIComponent(socketDir)}`

/** Its socket inherits the folder's group. Who is in neither cannot even ask for a password. */
function makeSocketDir(user: ServiceUser | null, clients: number | null): string {
  const base = tmpdir().length < MAX_SOCKET_DIR - 20 ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(base, 'vitrine-pg-'))
  if (user) chownSync(folder, user.uid, clients ?? user.gid)
  if (clients !== null) chmodSync(folder, 0o2710)
  return folder
}

function isStarting(cluster: string): boolean {
  const found = readPidFile(cluster)
  return found !== null && found.status !== 'ready' && isPostgresOf(found.pid, cluster)
}

/** A pid file outlives its process, and pids are given again: the command line must name this very cluster. */
function isPostgresOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  if (existsSync('/proc/self/cmdline')) {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(`-D ${cluster} `)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (isAlive(pid)) throw error
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return isWrongPassword(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The cluster has another password, or none. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '28P01'

/** Looks every 10 ms: Postgres tells its state in a file, and file events are not reliable on every file system. */
async function until(condition: () => boolean, limitMs: number, onLimit?: () => void): Promise<void> {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) return onLimit?.()
    await delay(10)
  }
}
