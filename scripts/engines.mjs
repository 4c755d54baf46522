import { runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runAll([['engines']], { engines: process.argv.slice(2) })
