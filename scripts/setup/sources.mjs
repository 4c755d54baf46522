import { createHash } from 'node:crypto'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** Whether a path can change what is built: tests and their set-up cannot, nor what a build of the package leaves beside its sources. */
const isSource = (/** @type {string} */ path) =>
  !/(\.test\.tsx?|(^|\/)(testing|node_modules|host-sdk\/(dist|LICENSE|CHANGELOG\.md)))(\/|$)/.test(path)

/**
 * SHA-256 over the names and contents of everything that a build reads.
 * @param {string} base directory with a trailing slash
 * @param {readonly string[]} sources files and folders below it
 */
export async function hashSources(base, sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(base + source))
      hash
        .update(`${file.slice(base.length)}\0`)
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Whether what was built is of these very sources, as the stamp that was left with it says.
 * @param {string} stamp path below the root
 * @param {readonly string[]} sources files and folders below it
 */
export async function isStamped(stamp, sources) {
  const hash = await readFile(root + stamp, 'utf8').catch(() => null)
  return hash !== null && hash === (await hashSources(root, sources))
}

/**
 * Whether a file of the sources may have been changed after another was written. What is not there is not younger.
 * @param {string} base directory with a trailing slash
 * @param {readonly string[]} sources files and folders below it
 * @param {string} built that other file
 */
export async function isYounger(base, sources, built) {
  const { mtimeMs } = await stat(built)
  for (const source of sources)
    for (const file of await filesOf(base + source)) {
      const found = await stat(file).catch(() => null)
      if (found !== null && found.mtimeMs >= mtimeMs) return true
    }
  return false
}

/** @param {string} source a file or a folder @returns {Promise<string[]>} the files that a build reads of it, in order */
async function filesOf(source) {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => null)
  const files = entries
    ? entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    : [source]
  return files.filter(isSource).sort()
}

/** @param {string} path below the root @returns {Promise<boolean>} */
export const isThere = path =>
  access(root + path).then(
    () => true,
    () => false,
  )
