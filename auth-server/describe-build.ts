import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST_FILE, parseManifest, printManifest } from './frame-build/manifest.ts'
import { describeBuild } from './verify/describe-build.ts'

/** The last step of `npm run build`: writes the manifest of what lies beside the server. */
const distDir = fileURLToPath(new URL('..', import.meta.url))
const file = join(distDir, MANIFEST_FILE)
const text = printManifest(await describeBuild(distDir))
// What nobody could read is no release.
parseManifest(text)
// A running server reads it when it changes: whole, or as it was.
await writeFile(`${file}.part`, text)
await rename(`${file}.part`, file)
