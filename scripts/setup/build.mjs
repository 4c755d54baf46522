import { readFile, writeFile } from 'node:fs/promises'
import { runInstalled } from '../child-process.mjs'
import { root } from '../root.mjs'
import { buildServer, ensureServerBuilt, SERVER_STAMP } from './build-server.mjs'
import { ensureInstalled } from './install.mjs'
import { hashSources, isThere } from './sources.mjs'

const SOURCES = [
  ...['shared', 'host-sdk', 'frame-app', 'recovery-page', 'console-app', 'examples', 'scripts/chunks'],
  ...['vite.config.ts', 'package-lock.json'],
]
const OUTPUTS = [
  'dist/host/vitrine.js',
  'dist/host/vitrine.mjs',
  'dist/frame/.vite/manifest.json',
  'dist/recovery/vitrine-recovery.html',
  'dist/console/index.html',
  'dist/console/preview.html',
  'dist/shop/shop.js',
]
const STAMP = 'dist/.sources'

/** Builds what of `dist` was not built from these very sources. @returns {Promise<number>} Vite's exit code */
export async function ensureBuilt() {
  await ensureServerBuilt()
  const hash = await hashSources(root, SOURCES)
  const stamp = await readFile(root + STAMP, 'utf8').catch(() => null)
  if (stamp === hash && (await Promise.all(OUTPUTS.map(isThere))).every(Boolean)) return 0
  return buildPages()
}

/** Builds `dist`. @returns {Promise<number>} Vite's exit code */
export async function build() {
  await buildServer()
  return buildPages()
}

/** Builds what browsers load. @returns {Promise<number>} Vite's exit code */
async function buildPages() {
  const hash = await hashSources(root, SOURCES)
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

/**
 * For a server: what it needs is there when this resolves. An installation without the packages of developers
 * (`npm install --omit=dev`) runs what was built, and builds and installs nothing.
 */
export async function requireAll() {
  if (await isBuiltForGood()) return
  await ensureInstalled()
  await requireBuild()
}

/** As `requireAll`, for a program that needs no pages. */
export async function requireServer() {
  if (await isBuiltForGood()) return
  await ensureInstalled()
  await ensureServerBuilt()
}

const isBuiltForGood = async () =>
  !(await isThere('node_modules/vite/package.json')) &&
  (await Promise.all([SERVER_STAMP, ...OUTPUTS].map(isThere))).every(Boolean)
