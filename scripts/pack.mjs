import { runFile } from './child-process.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
process.exitCode =
  (await ensureBuilt()) ||
  (await runFile('scripts/packages/main.ts', [])) ||
  (await runFile('scripts/packages/pack-server.ts', []))
