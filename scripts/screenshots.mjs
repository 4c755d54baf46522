import { runInstalled } from './child-process.mjs'
import { requireBuild } from './setup/build.mjs'
import { findBrowser } from './setup/find-browser.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
await requireBuild()
const env = { CHROMIUM_PATH: await findBrowser() }
process.exitCode = await runInstalled(
  'playwright',
  ['test', '--config', 'e2e/screenshots', ...process.argv.slice(2)],
  { env },
)
