import { availableParallelism } from 'node:os'
import { planChanged } from './runners/changed.mjs'
import { runAll } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

/** @typedef {import('./runners/run.mjs').RunnerName} RunnerName */

const [flag, since, ...rest] = process.argv.slice(2).flatMap(word => word.split('='))
if ((flag !== undefined && flag !== '--changed') || rest.length > 0) {
  console.error('npm test takes nothing, or --changed, or --changed=<commit>.')
  process.exit(2)
}

await ensureInstalled()
console.log('These tests use Chromium. The journeys in Firefox, WebKit and on phones run by: npm run engines')
// Both want two cores for themselves.
const last = availableParallelism() < 4 ? [['browser'], ['packages']] : [['browser', 'packages']]
const everything = /** @type {RunnerName[][]} */ ([
  ['types', 'lint', 'build', 'docs'],
  ['unit', 'tools', 'server'],
  ...last,
])
const plan = flag ? await planChanged(since) : 'everything'
process.exitCode = plan === 'everything' ? await runAll(everything) : await runAll(plan.stages, plan.options)
