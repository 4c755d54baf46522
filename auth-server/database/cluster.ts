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
): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 })
  mkdirSync(draft, { mode: 0o700 })
  if (user) chownSync(draft, user.uid, user.gid)
  const result = spawnSync(
    binaries.initdb,
    ['-D', draft, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    { ...user, cwd: '/', encoding: 'utf8', env: {} },
  )
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
