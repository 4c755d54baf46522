import { readFile } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { root } from '../root.mjs'

/**
 * @typedef {{version?: string, link?: boolean, optional?: boolean, devOptional?: boolean}} LockedPackage
 * @typedef {{packages: Record<string, LockedPackage>}} Lockfile
 */

/**
 * The first package that is not installed as the lockfile says, or `null` when all are. npm writes what it installed to
 * `node_modules/.package-lock.json` as its last step, so an install that was broken off counts as missing.
 * @param {Lockfile} wanted
 * @param {Lockfile | null} installed
 * @returns {string | null}
 */
export function findStalePackage(wanted, installed) {
  if (!installed) return 'node_modules'
  for (const [path, locked] of Object.entries(wanted.packages)) {
    if (!path.startsWith('node_modules/') || locked.link) continue
    const present = installed.packages[path]
    // Binaries for other platforms are optional and stay away.
    if (!present && (locked.optional || locked.devOptional)) continue
    if (present?.version !== locked.version) return path
  }
  return null
}

/** @param {string} path below the root @returns {Promise<Lockfile | null>} */
const readLockfile = path => readFile(root + path, 'utf8').then(JSON.parse, () => null)

/** Installs from the lockfile when `node_modules` is missing or stale. Ends the process when npm fails. */
export async function ensureInstalled() {
  const wanted = await readLockfile('package-lock.json')
  if (!wanted) throw new Error('package-lock.json is missing or broken. Restore it from the repository.')
  const stale = findStalePackage(wanted, await readLockfile('node_modules/.package-lock.json'))
  if (!stale) return
  console.log('Installing the packages of package-lock.json …')
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0) {
    console.error('npm ci failed: see its message above, then run the command again.')
    process.exit(code)
  }
}
