import { mkdir, rename } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { TARBALL } from '../examples/packed.mjs'
import { root } from '../root.mjs'
import { PACKAGE, readManifest } from './entries.ts'

const TARBALLS = `${root}dist/packages`

await mkdir(TARBALLS, { recursive: true })
// Its `prepack` makes what is packed.
const code = await run('npm', ['pack', PACKAGE, '--pack-destination', TARBALLS, '--loglevel', 'error'])
const { version } = readManifest()
// Without the version: the examples and their lockfiles name the file.
if (code === 0) await rename(`${TARBALLS}/vitrine-host-sdk-${version}.tgz`, root + TARBALL)
process.exitCode = code
