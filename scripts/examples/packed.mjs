import { rm, writeFile } from 'node:fs/promises'
import { runFile } from '../child-process.mjs'
import { root } from '../root.mjs'
import { hashSources, isStamped, isThere } from '../setup/sources.mjs'

const SOURCES = [
  ...['shared', 'host-sdk', 'scripts/packages'],
  ...['package-lock.json', 'LICENSE', 'CHANGELOG.md'],
]

/** Where the lockfiles of the examples have the packed host SDK, below the root. */
export const TARBALL = 'dist/packages/vitrine-host-sdk.tgz'
/** The packed server, below the root. `npm run pack` writes it. */
export const SERVER_TARBALL = 'dist/packages/vitrine.tgz'
const STAMP = 'dist/packages/.sources'

/** Packs the host SDK unless the tarball is of these very sources. @throws Error when it cannot be packed */
export async function ensurePacked() {
  if ((await isStamped(STAMP, SOURCES)) && (await isThere(TARBALL))) return
  const hash = await hashSources(root, SOURCES)
  await rm(root + STAMP, { force: true })
  const code = await runFile('scripts/packages/main.ts', [])
  if (code !== 0) throw new Error('The host SDK could not be packed: see the message above.')
  if (!(await isThere(TARBALL)))
    throw new Error(`${TARBALL} is missing: the lockfiles of the examples name it.`)
  await writeFile(root + STAMP, hash)
}
