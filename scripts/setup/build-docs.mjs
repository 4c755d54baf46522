import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { runFile } from '../child-process.mjs'
import { root } from '../root.mjs'
import { hashSources, isStamped, isThere } from './sources.mjs'

/** What pages are made of: the guides, and the code whose declarations, routes and schemas stand in them. */
const SOURCES = [
  ...['docs', 'scripts/docs', 'shared', 'host-sdk', 'auth-server'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package-lock.json'],
]
const STAMP = 'dist/docs/.sources'

/** Builds the documentation. @returns {Promise<number>} exit code */
export const buildDocs = () => runFile('scripts/docs/main.ts', [])

/**
 * Puts its stamp beside the documentation once `build` has made all of it.
 * @param {() => Promise<void>} build
 */
export async function stampDocs(build) {
  const hash = await hashSources(root, await sourcesThere())
  // A build that is broken off is none.
  await rm(root + STAMP, { force: true })
  await build()
  await writeFile(root + STAMP, hash)
}

/** Builds what of the documentation was not built from these very sources. @returns {Promise<number>} exit code */
export const ensureDocsBuilt = async () => ((await isDocsBuilt()) ? 0 : buildDocs())

/**
 * The same, beside a server that is up and with what that leaves of the
 * processor. It ends with this process, which does not wait for it.
 */
export async function buildDocsBeside() {
  if (await isDocsBuilt()) return
  const endWithParent = new URL('../end-with-parent.mjs', import.meta.url).href
  const child = spawn(
    process.execPath,
    ['--import', endWithParent, '--import', 'tsx', 'scripts/docs/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, DOCS_QUIETLY: '1' },
    },
  )
  child.on('error', () => {})
  child.on('exit', code => {
    if (code) console.error('The documentation was not built: `npm run docs` says why.')
  })
  child.unref()
  child.channel?.unref()
}

const isDocsBuilt = async () => isStamped(STAMP, await sourcesThere())

const sourcesThere = async () => {
  const there = await Promise.all(SOURCES.map(async path => ((await isThere(path)) ? [path] : [])))
  return there.flat()
}
