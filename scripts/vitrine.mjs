import { runTypeScript } from './child-process.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode = await runTypeScript('auth-server/cli.ts', process.argv.slice(2), { input: true })
