import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInstalled } from '../child-process.mjs'
import { build, ensureBuilt } from '../setup/build.mjs'
import { ensureDocsBuilt } from '../setup/build-docs.mjs'
import { findBrowser } from '../setup/find-browser.mjs'
import { findCaddy, findPostgres } from '../setup/find-programs.mjs'
import { findSoftHsm } from '../setup/find-softhsm.mjs'
import { countPlaywright, countProgram, countVitest, failedPlaywright, failedVitest, sum } from './count.mjs'

/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {Count & {failures?: import('./count.mjs').Failure[]}} Outcome */

/** Gives a runner a path for its JSON report and reads it afterwards. @param {(path: string) => Promise<number>} start */
async function withReport(start) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-report-'))
  try {
    const path = join(folder, 'report.json')
    const exitCode = await start(path)
    return {
      exitCode,
      report: await readFile(path, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @param {readonly string[]} options @param {Record<string, string>} [env] @returns {Promise<Outcome>} */
async function vitest(options, env = {}) {
  const { report, exitCode } = await withReport(path =>
    runInstalled(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...options],
      { env },
    ),
  )
  return { ...countVitest(report, exitCode), failures: failedVitest(report) }
}

/** @param {string} config @param {readonly string[]} options @returns {Promise<Outcome>} */
async function playwright(config, options) {
  const CHROMIUM_PATH = await findBrowser()
  const { report, exitCode } = await withReport(path =>
    runInstalled('playwright', ['test', '--config', config, '--reporter=list,json', ...options], {
      env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    }),
  )
  return { ...countPlaywright(report, exitCode), failures: failedPlaywright(report) }
}

async function server() {
  // Without one of them a test file fails, and says what it lacks.
  const names = { SOFTHSM2_MODULE: findSoftHsm, POSTGRES_BIN: findPostgres, CADDY_PATH: findCaddy }
  /** @type {Record<string, string>} */
  const env = {}
  for (const [name, find] of Object.entries(names)) {
    const found = await find().catch(() => null)
    if (found !== null) env[name] = found
  }
  return vitest(['--project', 'server'], env)
}

/** What can be run, by the name that is printed. */
export const RUNNERS = {
  // By its path: the TypeScript that the packages' declarations are made by has a program of the same name.
  types: async () => countProgram(await runInstalled('../typescript/bin/tsc', ['--noEmit'])),
  lint: async () => countProgram(await runInstalled('biome', ['check', '--error-on-warnings'])),
  build: async () => countProgram(await build()),
  docs: async () => countProgram(await ensureDocsBuilt()),
  // The size budgets among the unit tests read the build.
  unit: async () => ((await ensureBuilt()) === 0 ? vitest(['--project', 'unit*']) : countProgram(1)),
  server,
  browser: async (/** @type {readonly string[]} */ options = []) =>
    (await ensureBuilt()) === 0 && (await ensureDocsBuilt()) === 0
      ? playwright('e2e', options)
      : countProgram(1),
  engines: async (/** @type {readonly string[]} */ options = []) =>
    (await ensureBuilt()) === 0 ? playwright('e2e/engines', options) : countProgram(1),
}

/**
 * Runs stages one after another, the runners of a stage at once; prints a line for each runner with its time, and at last
 * `N passed, N failed`. A stage is of programs that leave a core idle, or wait for other processes more than
 * they compute, or of one runner that takes all cores itself: what waits for a browser must not wait for a compiler.
 * @param {readonly (readonly (keyof typeof RUNNERS)[])[]} stages
 * @param {readonly string[]} [options] passed on to the runners
 * @returns {Promise<number>} exit code
 */
export async function runAll(stages, options) {
  /** @type {{name: string, count: Outcome, seconds: number}[]} */
  const results = []
  for (const names of stages) {
    console.log(`\n== ${names.join(', ')}`)
    const startedAt = Date.now()
    const stage = names.map(async name => {
      const count = await /** @type {Promise<Outcome>} */ (RUNNERS[name](options)).catch(error => {
        console.error(error instanceof Error ? error.message : error)
        return countProgram(1)
      })
      return { name, count, seconds: Math.round((Date.now() - startedAt) / 1000) }
    })
    results.push(...(await Promise.all(stage)))
  }
  console.log()
  for (const { name, count } of results)
    for (const failure of count.failures ?? [])
      console.log(`${name} failed: ${failure.name}\n  ${failure.reason}`)
  for (const { name, count, seconds } of results)
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`)
  const total = sum(results.map(({ count }) => count))
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
