import { cp, writeFile } from 'node:fs/promises'
import { NOTICES_FILE, packageFiles, printNotices, readParts, readProduct } from '../notices/notices.mjs'
import { root } from '../root.mjs'
import { buildModules } from './build-modules.ts'
import { buildDeclarations } from './declarations/build-declarations.ts'
import { PACKAGE, readEntries } from './entries.ts'

const DIST = `${PACKAGE}dist`

// Makes all that the npm package has beside its manifest.
const entries = readEntries()
const modules = await buildModules(entries, DIST)
const declarations = await buildDeclarations(entries, DIST)
const parts = [readProduct(), ...readParts(packageFiles([...modules, ...declarations]))]
await writeFile(`${DIST}/${NOTICES_FILE}`, printNotices('this package', parts))
// A package has its own licence and changelog; there is one text of each.
for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(root + file, PACKAGE + file)
