import { buildDocs } from './setup/build-docs.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await buildDocs()
