import { runTypeScript } from './child-process.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runTypeScript('scripts/mutate/main.ts', process.argv.slice(2))
