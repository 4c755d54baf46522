import { runFile } from './child-process.mjs'
import { receiveMasterKeys } from './master-key.mjs'
import { serveUntilStopped } from './servers.mjs'
import { requireBuilt, warnWhenStale } from './setup/build.mjs'

const args = process.argv.slice(2)
if (args.join(' ') === 'serve') await import('./serve.mjs')
else {
  // Before any other process starts, which would inherit it.
  const masterKeys = receiveMasterKeys()
  await requireBuilt(['server'])
  // While the command runs.
  void warnWhenStale(['server'])
  // Not a command that ends, and without the database.
  process.exitCode =
    args.join(' ') === 'signer'
      ? await serveUntilStopped([{ file: 'dist/server/signer-main.mjs', env: {}, masterKeys }], [])
      : await runFile('dist/server/cli.mjs', args, { input: true, masterKeys })
}
