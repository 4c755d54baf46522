import { run } from './child-process.mjs'
import { requireBuild } from './setup/build.mjs'
import { findBrowser } from './setup/find-browser.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
await requireBuild()
const env = { CHROMIUM_PATH: await findBrowser() }
process.exitCode = await run(
  process.execPath,
  ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)],
  { env },
)
