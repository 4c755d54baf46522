import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GUARDS, type Guard } from './guards.ts'
import { runTests, type Verdict } from './run-tests.ts'
import { makeScratch } from './scratch.ts'

/** Copies that are worked in at once: a test waits for a good part of its time. */
const COPIES = 2

interface Outcome {
  readonly guard: Guard
  /** Of the tests without the guard. */
  readonly verdict: Verdict
  readonly seconds: number
}

/** Takes one guard away in the copy, runs its tests, and puts it back. */
async function withoutGuard(folder: string, guard: Guard): Promise<Outcome> {
  const path = join(folder, guard.file)
  const source = await readFile(path, 'utf8')
  const startedAt = Date.now()
  if (source.split(guard.find).length !== 2)
    return {
      guard,
      verdict: { status: 'broken', why: 'its text does not stand there exactly once' },
      seconds: 0,
    }
  await writeFile(
    path,
    source.replace(guard.find, () => guard.replace),
  )
  try {
    const verdict = await runTests(folder, guard.tests)
    return { guard, verdict, seconds: Math.round((Date.now() - startedAt) / 100) / 10 }
  } finally {
    await writeFile(path, source)
  }
}

const WORDS = { failed: 'caught', passed: 'SURVIVED', broken: 'BROKEN' } as const

function print({ guard, verdict, seconds }: Outcome): void {
  const how = verdict.status === 'failed' ? verdict.test : verdict.status === 'broken' ? verdict.why : ''
  console.log(`${WORDS[verdict.status].padEnd(9)} ${String(seconds).padStart(5)} s  ${guard.name}`)
  console.log(`                   ${guard.file}${how && `\n                   ${how}`}`)
}

/**
 * Takes guards away one after another and says which of them no test misses.
 * @param words only guards whose name or file has all of them
 * @returns exit code: 1 when one survives, cannot be judged, or none was asked for
 */
async function main(words: readonly string[]): Promise<number> {
  const wanted = GUARDS.filter(({ name, file }) => words.every(word => `${name} ${file}`.includes(word)))
  const scratches = await Promise.all(Array.from({ length: COPIES }, makeScratch))
  try {
    const [first] = scratches
    if (!first || wanted.length === 0) throw new Error('There is no such guard.')
    const tests = [...new Set(wanted.flatMap(guard => guard.tests))]
    const whole = await runTests(first.folder, tests)
    if (whole.status !== 'passed')
      throw new Error(`With all guards in place the tests do not pass: ${JSON.stringify(whole)}`)
    const left = [...wanted]
    const outcomes: Outcome[] = []
    const work = async ({ folder }: { readonly folder: string }) => {
      for (let guard = left.shift(); guard; guard = left.shift()) {
        const outcome = await withoutGuard(folder, guard)
        print(outcome)
        outcomes.push(outcome)
      }
    }
    await Promise.all(scratches.map(work))
    const uncaught = outcomes.filter(({ verdict }) => verdict.status !== 'failed')
    const caught = outcomes.length - uncaught.length
    console.log(`\nA test notices the loss of ${caught} of ${outcomes.length} guards.`)
    for (const outcome of uncaught) print(outcome)
    return uncaught.length === 0 ? 0 : 1
  } finally {
    for (const scratch of scratches) await scratch.remove()
  }
}

process.exitCode = await main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
