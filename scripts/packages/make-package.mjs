import { runFile } from '../child-process.mjs'
import { ensureInstalled } from '../setup/install.mjs'

// What `npm pack` and `npm publish` run first (`prepack`), and nothing else: a package without its code cannot be made.
await ensureInstalled()
process.exitCode = await runFile('scripts/packages/make-package.ts', [])
