import { build } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await build()
