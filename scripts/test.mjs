import { runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runAll([['types', 'lint', 'build', 'docs'], ['unit', 'server'], ['browser']])
