import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** Whether a path can change what is built: tests and their set-up cannot. */
const isSource = (/** @type {string} */ path) =>
  !/(\.test\.tsx?|(^|\/)(testing|node_modules))(\/|$)/.test(path)

/**
 * SHA-256 over the names and contents of everything that a build reads.
 * @param {string} base directory with a trailing slash
 * @param {readonly string[]} sources files and folders below it
 */
export async function hashSources(base, sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const entries = await readdir(base + source, { recursive: true, withFileTypes: true }).catch(() => null)
    const files = entries
      ? entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
      : [base + source]
    for (const file of files.filter(isSource).sort())
      hash
        .update(`${file.slice(base.length)}\0`)
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path below the root @returns {Promise<boolean>} */
export const isThere = path =>
  readFile(root + path).then(
    () => true,
    () => false,
  )
