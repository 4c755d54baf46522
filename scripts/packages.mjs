import { runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runAll([['packages']], { packages: process.argv.slice(2) })
