import { runFile } from './child-process.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runFile('scripts/packages/main.ts', [])
