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

/**
 * Compares a Node version with the lowest one that the product supports.
 * @param {string} version such as `20.20.2`
 * @param {string} engines `engines.node` of `package.json`, such as `>=20.19`
 */
export function isSupported(version, engines) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [lowestMajor = 0, lowestMinor = 0] = engines.replace('>=', '').split('.').map(Number)
  return major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)
}

/** @param {string} path below the root @returns {Promise<any>} `null`: it is missing, or no JSON */
const readJson = path => readFile(root + path, 'utf8').then(JSON.parse, () => null)

/**
 * Installs from the lockfile when `node_modules` is missing or stale. Ends the process when npm fails, or when Node is too old.
 */
export async function ensureInstalled() {
  const { engines } = await readJson('package.json')
  if (!isSupported(process.versions.node, engines.node)) {
    console.error(
      `Vitrine needs Node ${engines.node.replace('>=', '')} or newer, and this is ${process.versions.node}. Install Node 24, then run the command again.`,
    )
    process.exit(1)
  }
  /** @type {Lockfile | null} */
  const wanted = await readJson('package-lock.json')
  if (!wanted) throw new Error('package-lock.json is missing or broken. Restore it from the repository.')
  const stale = findStalePackage(wanted, await readJson('node_modules/.package-lock.json'))
  if (!stale) return
  console.log('Installing the packages of package-lock.json …')
  // npm warns on Node 20 that some packages ask for 22. The product is tested on 20, so a user has nothing to do about it.
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) {
    console.error('npm ci failed: see its message above, then run the command again.')
    process.exit(code)
  }
}
