import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFile, runInstalled } from '../child-process.mjs'
import { ensurePacked } from '../examples/packed.mjs'
import { root } from '../root.mjs'
import { build, ensureBuilt } from '../setup/build.mjs'
import { ensureDocsBuilt } from '../setup/build-docs.mjs'
import { findBrowser } from '../setup/find-browser.mjs'
import { findCaddy, findEngines, findPostgres } from '../setup/find-programs.mjs'
import { findSoftHsm } from '../setup/find-softhsm.mjs'
import { countPlaywright, countProgram, countVitest, failedPlaywright, failedVitest, sum } from './count.mjs'

/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {Count & {failures?: readonly import('./count.mjs').Failure[]}} Outcome */

/**
 * Gives a runner paths for its JSON report and for errors that no test caught, and reads both afterwards.
 * @param {(report: string, unhandled: string) => Promise<number>} start
 */
async function withReport(start) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-report-'))
  try {
    const [report, unhandled] = [join(folder, 'report.json'), join(folder, 'unhandled.json')]
    const exitCode = await start(report, unhandled)
    /** @param {string} path */
    const read = path =>
      readFile(path, 'utf8')
        .then(JSON.parse)
        .catch(() => null)
    return { exitCode, report: await read(report), unhandled: (await read(unhandled)) ?? [] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @param {readonly string[]} options @param {Record<string, string>} [env] @returns {Promise<Outcome>} */
async function vitest(options, env = {}) {
  const { report, exitCode, unhandled } = await withReport((VITRINE_REPORT, VITRINE_UNHANDLED) =>
    runInstalled('vitest', ['run', ...options], { env: { ...env, VITRINE_REPORT, VITRINE_UNHANDLED } }),
  )
  return { ...countVitest(report, exitCode), failures: failedVitest(report, exitCode, unhandled) }
}

/**
 * @param {string} config
 * @param {readonly string[]} options
 * @param {readonly string[]} [reporters] more of them, by their paths
 * @returns {Promise<Outcome>}
 */
async function playwright(config, options, reporters = []) {
  const all = ['list', 'json', ...reporters].join()
  const CHROMIUM_PATH = await findBrowser()
  const { report, exitCode } = await withReport(path =>
    runInstalled('playwright', ['test', '--config', config, `--reporter=${all}`, ...options], {
      env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    }),
  )
  return { ...countPlaywright(report, exitCode), failures: failedPlaywright(report, exitCode) }
}

async function server(/** @type {readonly string[]} */ options = []) {
  // Without one of them a test file fails, and says what it lacks.
  const names = { SOFTHSM2_MODULE: findSoftHsm, POSTGRES_BIN: findPostgres, CADDY_PATH: findCaddy }
  /** @type {Record<string, string>} */
  const env = {}
  for (const [name, find] of Object.entries(names)) {
    const found = await find().catch(() => null)
    if (found !== null) env[name] = found
  }
  return vitest(['--project', 'server', ...options], env)
}

/** What can be run, by the name that is printed. */
export const RUNNERS = {
  // By its path: the TypeScript that the packages' declarations are made by has a program of the same name.
  // What it learned the last time is kept: a check of the same sources takes a sixth of the time.
  types: async () =>
    countProgram(
      await runInstalled('../typescript/bin/tsc', [
        ...['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
      ]),
    ),
  lint: async () => {
    const found = await Promise.all([
      runInstalled('biome', ['check', '--error-on-warnings']),
      runFile('scripts/regular-expressions/main.ts', []),
    ])
    return countProgram(Math.max(...found))
  },
  build: async () => countProgram(await build()),
  docs: async () => countProgram(await ensureDocsBuilt()),
  // The size budgets among the unit tests read the build.
  unit: async (/** @type {readonly string[]} */ options = []) =>
    (await ensureBuilt()) === 0
      ? vitest(['--project', 'unit*', ...options], { CHROMIUM_PATH: await findBrowser() })
      : countProgram(1),
  // They start compilers and bundlers of many threads, and run beside the server's tests.
  tools: async (/** @type {readonly string[]} */ options = []) =>
    (await ensureBuilt()) === 0
      ? vitest(['--project', 'tools', '--maxWorkers', '1', ...options])
      : countProgram(1),
  server,
  browser: async (/** @type {readonly string[]} */ options = []) =>
    (await ensureBuilt()) === 0 && (await ensureDocsBuilt()) === 0
      ? playwright('e2e', options)
      : countProgram(1),
  packages: async (/** @type {readonly string[]} */ options = []) => {
    // Both are read by the tests: the wallet server, and the package that they install.
    if ((await ensureBuilt()) !== 0) return countProgram(1)
    await ensurePacked()
    return playwright('e2e/packages', options)
  },
  engines: async (/** @type {readonly string[]} */ options = []) => {
    await findEngines()
    return (await ensureBuilt()) === 0
      ? playwright('e2e/engines', options, [`${root}e2e/engines/table-reporter.ts`])
      : countProgram(1)
  },
}

/** @typedef {keyof typeof RUNNERS} RunnerName */
/** @typedef {Partial<Record<RunnerName, readonly string[]>>} Options what runners are given, by their names */
/** @typedef {{name: RunnerName, count: Outcome, seconds: number}} Result */

/**
 * Runs stages one after another, the runners of a stage at once. A stage is of programs that leave a core idle, or wait for
 * other processes more than they compute, or of one runner that takes all cores itself: what waits for a browser must not wait
 * for a compiler.
 * @param {readonly (readonly RunnerName[])[]} stages
 * @param {Options} [options]
 */
export async function runStages(stages, options = {}) {
  /** @type {Result[]} */
  const results = []
  for (const names of stages) {
    console.log(`\n== ${names.join(', ')}`)
    const startedAt = Date.now()
    const stage = names.map(async name => {
      const count = await /** @type {Promise<Outcome>} */ (RUNNERS[name](options[name])).catch(error => {
        console.error(error instanceof Error ? error.message : error)
        return countProgram(1)
      })
      return { name, count, seconds: Math.round((Date.now() - startedAt) / 1000) }
    })
    results.push(...(await Promise.all(stage)))
  }
  return results
}

/** @param {string} path a description that Playwright wrote of a failure @returns the page's part of it */
async function pageOf(path) {
  const description = await readFile(path, 'utf8').catch(() => '')
  return /# Page snapshot\s+```yaml\n([\s\S]{0,4000})/.exec(description)?.[1]?.split('```')[0] ?? ''
}

/**
 * Runs stages and prints each failure, a line for each runner with its time, and at last `N passed, N failed`.
 * @param {readonly (readonly RunnerName[])[]} stages
 * @param {Options} [options]
 * @returns {Promise<number>} exit code
 */
export async function runAll(stages, options) {
  const results = await runStages(stages, options)
  console.log()
  for (const { name, count } of results)
    for (const failure of count.failures ?? []) {
      console.log(`${name} failed: ${failure.name}\n  ${failure.reason}`)
      if (failure.page) console.log(await pageOf(failure.page))
    }
  for (const { name, count, seconds } of results)
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`)
  const total = sum(results.map(({ count }) => count))
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
