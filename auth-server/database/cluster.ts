import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { canReach, type ServiceUser } from './service-user.ts'

/** The role that `initdb` makes. Only the supervisor and the operator's commands have its password. */
export const SUPERUSER = 'vitrine'

/** Nobody without a password: by "trust" and "peer" whoever reaches the socket may be the superuser. */
const HOST_BASED_AUTHENTICATION = 'local all all scram-sha-256\n'

/** Where clusters and copied binaries go when Postgres' user cannot enter the data directory. */
export function sharedDir(dataDir: string): string {
  const temporary = realpathSync(tmpdir())
  return dataDir === temporary || dataDir.startsWith(`${temporary}/`)
    ? join(temporary, 'vitrine')
    : '/var/lib/vitrine'
}

/**
 * The folder of the database cluster that belongs to `dataDir`: inside it, or, when Postgres' user cannot get there,
 * elsewhere under a random name that the file `<dataDir>/cluster` remembers. The name is random and not derived from the
 * path: a data directory that is deleted and made again must not find the former one's rows.
 */
export function locateCluster(dataDir: string, user: ServiceUser | null): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const memory = join(dataDir, 'cluster')
  if (existsSync(memory)) {
    const path = readFileSync(memory, 'utf8').trim()
    if (existsSync(path)) return path
    throw new Error(
      `The database of ${dataDir} should be at ${path} (file "cluster"), and is not there. Put it back, or delete ${dataDir} to begin anew.`,
    )
  }
  const inside = join(dataDir, 'postgres')
  if (existsSync(inside) || user === null) return inside
  chmodSync(dataDir, 0o711)
  return canReach(user, dataDir)
    ? inside
    : join(sharedDir(dataDir), `cluster-${randomBytes(8).toString('hex')}`)
}

/**
 * Makes the cluster unless it is there. `initdb` works on a draft that is renamed when whole: a start that was killed
 * half-way leaves no cluster rather than a broken one.
 */
export function initCluster(
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  user: ServiceUser | null,
  password: string,
): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    requirePasswords(cluster, user)
    return
  }
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 })
  mkdirSync(draft, { mode: 0o700 })
  if (user) chownSync(draft, user.uid, user.gid)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const result = spawnSync(
    binaries.initdb,
    // biome-ignore format: one option a line
    ['-D', draft,
      '-U', SUPERUSER,
      '-A', 'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E', 'UTF8', '--locale=C', '--no-instructions'],
    { ...user, cwd: '/', encoding: 'utf8', env: {} },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(
      `Postgres could not make its files in ${cluster}: ${result.stderr?.trim() || result.error?.message}`,
    )
  }
  if (dirname(cluster) !== dataDir) writeFileSync(join(dataDir, 'cluster'), `${cluster}\n`, { flush: true })
  try {
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** A cluster that an earlier release made lets in whoever reaches its socket. */
function requirePasswords(cluster: string, user: ServiceUser | null): void {
  const file = join(cluster, 'pg_hba.conf')
  const rules = `${readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => !line.trimStart().startsWith('#'))
    .join('\n')}\n`
  if (!/\s(trust|peer)\s/.test(rules)) return
  // As Postgres' user, in whose folder a link could lead elsewhere.
  const { status } = spawnSync('/bin/sh', ['-c', 'cat > "$1"', 'sh', file], {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    input: HOST_BASED_AUTHENTICATION,
  })
  if (status !== 0) throw new Error(`Postgres’ rules for who may connect could not be written to ${file}.`)
}

/** Gives the superuser this password, while Postgres is stopped: the cluster is of an earlier release, or from a backup. */
export function resetPassword(
  cluster: string,
  binaries: Binaries,
  user: ServiceUser | null,
  password: string,
): void {
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    ...user,
    cwd: '/',
    env: { TZ: 'UTC' },
    encoding: 'utf8',
    input: `alter role ${SUPERUSER} password '${password}'\n`,
  })
  if (status !== 0) throw new Error(`Postgres did not take a new password: ${stderr.trim()}`)
}
