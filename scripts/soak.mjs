import { Worker } from 'node:worker_threads'
import { runStages } from './runners/run.mjs'
import { ensureInstalled } from './setup/install.mjs'

const rounds = Number(process.argv[2] ?? 10)
if (!Number.isSafeInteger(rounds) || rounds < 1 || process.argv.length > 3) {
  console.error('npm run soak -- <rounds>: a whole number; ten where none is given.')
  process.exit(2)
}

await ensureInstalled()
// One core is busy all the time, as on a machine that builds something else.
const busy = new Worker('for (;;);', { eval: true })
/** @type {Map<string, {reason: string, rounds: number[]}>} */
const failed = new Map()
for (let round = 1; round <= rounds; round++) {
  console.log(`\n==== round ${round} of ${rounds}`)
  // The order of a round can be had again: by its number.
  const vitest = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${round}`]
  const playwright = ['--shuffle', String(round)]
  const results = await runStages([['unit', 'tools', 'server'], ['browser'], ['packages']], {
    ...{ unit: vitest, tools: vitest, server: vitest, browser: playwright, packages: playwright },
  })
  for (const { name, count, seconds } of results) {
    console.log(`round ${round}, ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`)
    for (const failure of count.failures ?? []) {
      const known = failed.get(`${name}: ${failure.name}`) ?? { reason: failure.reason, rounds: [] }
      failed.set(`${name}: ${failure.name}`, { ...known, rounds: [...known.rounds, round] })
    }
    if (count.failed > 0 && !count.failures?.length)
      failed.set(name, {
        reason: 'it did not run to its end',
        rounds: [...(failed.get(name)?.rounds ?? []), round],
      })
  }
}
await busy.terminate()

console.log()
for (const [name, { reason, rounds: seen }] of failed)
  console.log(`${name}\n  in round ${seen.join(', ')}: ${reason}`)
console.log(`${rounds} rounds: ${failed.size} tests failed at least once`)
process.exitCode = failed.size === 0 ? 0 : 1
