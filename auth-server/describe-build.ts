import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST_FILE, printManifest } from './frame-build/manifest.ts'
import { describeBuild } from './verify/describe-build.ts'

/** The last step of `npm run build`: writes the manifest of what lies beside the server. */
const distDir = fileURLToPath(new URL('..', import.meta.url))
const file = join(distDir, MANIFEST_FILE)
// A running server reads it when it changes: whole, or as it was.
await writeFile(`${file}.part`, printManifest(await describeBuild(distDir)))
await rename(`${file}.part`, file)
