import { rm, writeFile } from 'node:fs/promises'
import { runFile, runInstalled } from '../child-process.mjs'
import { root } from '../root.mjs'
import {
  buildServer,
  ensureServerBuilt,
  SERVER_OUTPUTS,
  SERVER_SOURCES,
  SERVER_STAMP,
} from './build-server.mjs'
import { hashSources, isStamped, isThere, isYounger } from './sources.mjs'

const SOURCES = [
  ...['shared', 'host-sdk', 'frame-app', 'recovery-page', 'console-app', 'examples/shop', 'scripts/chunks'],
  ...['scripts/notices', 'vite.config.ts', 'package-lock.json', 'LICENSE'],
]
const OUTPUTS = [
  'dist/host/vitrine.js',
  'dist/host/vitrine.mjs',
  'dist/frame/.vite/manifest.json',
  'dist/recovery/vitrine-recovery.html',
  'dist/console/index.html',
  'dist/console/preview.html',
  'dist/shop/shop.js',
  ...['frame', 'host', 'console', 'shop'].map(folder => `dist/${folder}/licenses.txt`),
]
/** What was built, by its hashes (`auth-server/frame-build/manifest.ts`): of the pages, and of the server that writes their documents. */
const MANIFEST = 'dist/build-manifest.json'
const STAMP = 'dist/.sources'

/** Builds what of `dist` was not built from these very sources. @returns {Promise<number>} Vite's exit code */
export async function ensureBuilt() {
  await ensureServerBuilt()
  const isBuilt =
    (await isStamped(STAMP, SOURCES)) && (await Promise.all(OUTPUTS.map(isThere))).every(Boolean)
  if (!isBuilt) return buildPages()
  return (await isThere(MANIFEST)) ? 0 : describeBuild()
}

/** Builds `dist`. @returns {Promise<number>} Vite's exit code */
export async function build() {
  await buildServer()
  return buildPages()
}

/** Builds what browsers load. @returns {Promise<number>} Vite's exit code */
async function buildPages() {
  const hash = await hashSources(root, SOURCES)
  // A build that is broken off is none.
  await Promise.all([STAMP, MANIFEST].map(file => rm(root + file, { force: true })))
  // Whatever the shell has it set to: libraries are others in development, and so are the bytes.
  const env = { NODE_ENV: 'production' }
  const code = await runInstalled('vite', ['build', '--logLevel', 'error'], { env })
  if (code !== 0) return code
  await writeFile(root + STAMP, hash)
  return describeBuild()
}

/** Writes the manifest of what was built. @returns {Promise<number>} exit code */
const describeBuild = () => runFile('dist/server/describe-build.mjs', [])

/** As `ensureBuilt`, for a program that cannot go on without the build. */
export async function requireBuild() {
  const code = await ensureBuilt()
  if (code === 0) return
  console.error('The build failed: see the message above.')
  process.exit(code)
}

const BUILDS = {
  server: { stamp: SERVER_STAMP, sources: SERVER_SOURCES, outputs: SERVER_OUTPUTS },
  pages: { stamp: STAMP, sources: SOURCES, outputs: OUTPUTS },
}

/**
 * For a server or a command in production, which installs and builds nothing: ends the process with a sentence where what it
 * runs was not built, or not to the end.
 * @param {readonly (keyof typeof BUILDS)[]} needed
 */
export async function requireBuilt(needed) {
  const files = needed.flatMap(name => [BUILDS[name].stamp, ...BUILDS[name].outputs])
  const there = await Promise.all(files.map(isThere))
  const missing = files.find((_, index) => !there[index])
  if (missing === undefined) return
  console.error(
    `Vitrine is not built here: ${missing} is missing. Run \`npm ci && npm run build\`, then this again.`,
  )
  process.exit(1)
}

/**
 * Says so when the sources are not those that `dist` was built from. It goes on all the same: a server that a machine
 * restarts after `git pull` comes up as the one that it was. A look at the times of the files is enough nearly always; they are
 * read where one is younger than the build, and none is where there are no sources.
 * @param {readonly (keyof typeof BUILDS)[]} needed
 */
export async function warnWhenStale(needed) {
  for (const { stamp, sources } of needed.map(name => BUILDS[name])) {
    // An image has what was built alone.
    if (!(await Promise.all(sources.map(isThere))).every(Boolean)) continue
    if (!(await isYounger(root, sources, root + stamp))) continue
    if (await isStamped(stamp, sources)) continue
    console.error(
      'The sources here are not those that `dist` was built from, and what was built runs: `npm ci && npm run build` builds them.',
    )
    return
  }
}
