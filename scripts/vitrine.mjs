import { runTypeScript } from './child-process.mjs'
import { receiveMasterKeys } from './master-key.mjs'
import { serveUntilStopped } from './servers.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Before any other process starts, which would inherit it.
const masterKeys = receiveMasterKeys()
await ensureInstalled()
const args = process.argv.slice(2)
// Not a command that ends, and without the database.
process.exitCode =
  args.join(' ') === 'signer'
    ? await serveUntilStopped([{ file: 'auth-server/signer-main.ts', env: {}, masterKeys }], [])
    : await runTypeScript('auth-server/cli.ts', args, { input: true, masterKeys })
