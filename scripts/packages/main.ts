import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { TARBALL } from '../examples/packed.mjs'
import { NOTICES_FILE, packageFiles, printNotices, readParts, readProduct } from '../notices/notices.mjs'
import { root } from '../root.mjs'
import { buildModules } from './build-modules.ts'
import { buildDeclarations } from './declarations/build-declarations.ts'
import { PACKAGE, readEntries, readManifest } from './entries.ts'

const DIST = `${PACKAGE}dist`
const TARBALLS = `${root}dist/packages`

const entries = readEntries()
const modules = await buildModules(entries, DIST)
const declarations = await buildDeclarations(entries, DIST)
const parts = [readProduct(), ...readParts(packageFiles([...modules, ...declarations]))]
await writeFile(`${DIST}/${NOTICES_FILE}`, printNotices('this package', parts))
// A package has its own licence and changelog; there is one text of each.
for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(root + file, PACKAGE + file)
await mkdir(TARBALLS, { recursive: true })
const code = await run('npm', ['pack', PACKAGE, '--pack-destination', TARBALLS, '--loglevel', 'error'])
const { version } = readManifest()
// Without the version: the examples and their lockfiles name the file.
if (code === 0) await rename(`${TARBALLS}/vitrine-host-sdk-${version}.tgz`, root + TARBALL)
process.exitCode = code
