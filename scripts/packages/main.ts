import { cp, mkdir } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { root } from '../root.mjs'
import { buildModules } from './build-modules.ts'
import { buildDeclarations } from './declarations/build-declarations.ts'
import { PACKAGE, readEntries } from './entries.ts'

const TARBALLS = `${root}dist/packages`

const entries = readEntries()
await buildModules(entries)
await buildDeclarations(entries)
// A package has its own licence and changelog; there is one text of each.
for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(root + file, PACKAGE + file)
await mkdir(TARBALLS, { recursive: true })
process.exitCode = await run('npm', ['pack', PACKAGE, '--pack-destination', TARBALLS])
