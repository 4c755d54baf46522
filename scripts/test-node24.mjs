import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { run } from './child-process.mjs'
import { root } from './root.mjs'
import { RUNNERS, runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { isThere } from './setup/sources.mjs'

const VERSION = '24.21.0'
/** No devDependency: `node` in `node_modules/.bin` would shadow the machine's own in every npm script. */
const FOLDER = `.cache/node-${VERSION}`
const PROGRAM = `${FOLDER}/node_modules/node/bin/node`

/** @typedef {keyof typeof RUNNERS} Name */

/** Installs Node 24 by the npm package `node`, whose install script downloads the binary of this platform from npm. */
async function ensureNode() {
  if (await isThere(PROGRAM)) return
  console.log(`Installing Node ${VERSION} …`)
  await mkdir(root + FOLDER, { recursive: true })
  const manifest = { private: true, dependencies: { node: VERSION }, allowScripts: { node: true } }
  await writeFile(`${root}${FOLDER}/package.json`, JSON.stringify(manifest))
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await run('npm', ['install', '--prefix', root + FOLDER, ...options])
  if (await isThere(PROGRAM)) return
  console.error(`npm could not install Node ${VERSION}: see its message above, then run the command again.`)
  process.exit(1)
}

const names = /** @type {Name[]} */ (process.argv.slice(2))
const unknown = names.find(name => !Object.hasOwn(RUNNERS, name))
if (unknown !== undefined) {
  console.error(`There is no stage "${unknown}". The stages are ${Object.keys(RUNNERS).join(', ')}.`)
  process.exit(1)
}
if (process.versions.node === VERSION) {
  process.exitCode = await runAll(names.length > 0 ? [names] : [['types'], ['unit', 'server'], ['tools']])
} else {
  await ensureInstalled()
  await ensureNode()
  // Every program of `node_modules/.bin` starts by the first `node` of the PATH.
  const env = { PATH: `${root}${FOLDER}/node_modules/node/bin${delimiter}${process.env.PATH}` }
  process.exitCode = await run(root + PROGRAM, ['scripts/test-node24.mjs', ...names], { env })
}
