import { takeMasterKey } from '../auth-server/environment-secret.mjs'
import { runTypeScript } from './child-process.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Before any other process starts, which would inherit it.
const masterKey = takeMasterKey()
await ensureInstalled()
process.exitCode = await runTypeScript('auth-server/cli.ts', process.argv.slice(2), {
  input: true,
  masterKey,
})
