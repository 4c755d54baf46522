import { run } from './child-process.mjs'
import { runAll } from './runners/run.mjs'
import { requireBuild } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'

/** Past the lifetime of whatever lives for a month, and past that of what lives for a year. */
const DAYS_AHEAD = [40, 400]

/** @param {number} days @returns {Promise<number>} exit code */
async function runAhead(days) {
  console.log(`\n== ${days} days ahead`)
  const code = await run('faketime', ['-f', `+${days}d`, process.execPath, 'scripts/test-clock.mjs'])
  if (code === 127)
    console.error(
      '`faketime` is not there. Debian and Ubuntu: `apt-get install faketime`. macOS: `brew install libfaketime`.',
    )
  return code
}

if (process.env.FAKETIME !== undefined) {
  // Not the browser's: its own clock would go another way.
  process.exitCode = await runAll([['unit', 'server']], { unit: ['--project', '!unit-layout'] })
} else {
  await ensureInstalled()
  // A build of the future would be younger than every change that follows.
  await requireBuild()
  for (const days of DAYS_AHEAD) process.exitCode = (await runAhead(days)) || process.exitCode
}
