import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInstalled } from '../child-process.mjs'
import { root } from '../root.mjs'

const SOURCES = [
  ...['shared', 'host-sdk', 'frame-app', 'recovery-page', 'examples', 'scripts/chunks'],
  ...['vite.config.ts', 'package-lock.json'],
]
const OUTPUTS = [
  'dist/host/vitrine.js',
  'dist/host/vitrine.mjs',
  'dist/frame/.vite/manifest.json',
  'dist/recovery/vitrine-recovery.html',
  'dist/shop/shop.js',
]
const STAMP = 'dist/.sources'

/** Whether a path can change what Vite writes: tests and their set-up cannot. */
const isSource = (/** @type {string} */ path) =>
  !/(\.test\.tsx?|(^|\/)(testing|node_modules))(\/|$)/.test(path)

/**
 * SHA-256 over the names and contents of everything that the build reads.
 * @param {string} base directory with a trailing slash
 * @param {readonly string[]} sources files and folders below it
 */
export async function hashSources(base, sources = SOURCES) {
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

const isThere = (/** @type {string} */ path) =>
  readFile(root + path).then(
    () => true,
    () => false,
  )

/** Builds `dist` unless it was built from these very sources. @returns {Promise<number>} Vite's exit code */
export async function ensureBuilt() {
  const hash = await hashSources(root)
  const stamp = await readFile(root + STAMP, 'utf8').catch(() => null)
  if (stamp === hash && (await Promise.all(OUTPUTS.map(isThere))).every(Boolean)) return 0
  return build()
}

/** Builds `dist`. @returns {Promise<number>} Vite's exit code */
export async function build() {
  const hash = await hashSources(root)
  const code = await runInstalled('vite', ['build', '--logLevel', 'error'])
  if (code === 0) await writeFile(root + STAMP, hash)
  return code
}

/** As `ensureBuilt`, for a program that cannot go on without the build. */
export async function requireBuild() {
  const code = await ensureBuilt()
  if (code === 0) return
  console.error('The build failed: see the message above.')
  process.exit(code)
}
