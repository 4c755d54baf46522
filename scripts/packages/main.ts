import { cp, mkdir, writeFile } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { root } from '../root.mjs'
import { buildModules } from './build-modules.ts'
import { buildDeclarations } from './declarations/build-declarations.ts'
import { PACKAGE, readEntries } from './entries.ts'
import { tellLicences } from './licences.ts'

const DIST = `${PACKAGE}dist`
const TARBALLS = `${root}dist/packages`

const entries = readEntries()
const modules = await buildModules(entries, DIST)
const declarations = await buildDeclarations(entries, DIST)
await writeFile(`${DIST}/licences.md`, tellLicences([...modules, ...declarations]))
// A package has its own licence and changelog; there is one text of each.
for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(root + file, PACKAGE + file)
await mkdir(TARBALLS, { recursive: true })
process.exitCode = await run('npm', ['pack', PACKAGE, '--pack-destination', TARBALLS, '--loglevel', 'error'])
