import { availableParallelism } from 'node:os'
import { runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

await ensureInstalled()
// Both want two cores for themselves.
const last = availableParallelism() < 4 ? [['browser'], ['packages']] : [['browser', 'packages']]
process.exitCode = await runAll([
  ['types', 'lint', 'build', 'docs'],
  ['unit', 'server'],
  .../** @type {['browser', 'packages'][]} */ (last),
])
