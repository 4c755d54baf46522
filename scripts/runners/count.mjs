import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a runner counted. A runner that ended badly without a failed test of its own (it crashed, or a file could not be
 * loaded), or that ran nothing, counts as one failure: green must mean that everything ran.
 * @typedef {{passed: number, failed: number}} Count
 * What is said of a failed test at the end, where a log that is cut short still has it.
 * `page`: the path of a file that describes the page as it stood when a browser's test failed.
 * @typedef {{name: string, reason: string, page?: string}} Failure
 */

/** @param {Count} count @param {number} exitCode @returns {Count} */
const withExitCode = (count, exitCode) =>
  count.failed === 0 && (exitCode !== 0 || count.passed === 0) ? { ...count, failed: 1 } : count

/**
 * A program that checks as a whole, such as a compiler: one check.
 * @param {number} exitCode
 * @returns {Count}
 */
export const countProgram = exitCode => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * @param {any} report Vitest's JSON report, `null` when it wrote none
 * @param {number} exitCode
 * @returns {Count}
 */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1 }
  const files = /** @type {any[]} */ (report.testResults)
  // A file that cannot be loaded has no tests to fail.
  const broken = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const skipped = report.numPendingTests + report.numTodoTests
  return withExitCode(
    { passed: report.numPassedTests, failed: report.numFailedTests + broken + skipped },
    exitCode,
  )
}

/**
 * @param {any} report Playwright's JSON report, `null` when it wrote none
 * @param {number} exitCode
 * @returns {Count}
 */
export function countPlaywright(report, exitCode) {
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped }, exitCode)
}

/** @param {readonly Count[]} counts @returns {Count} */
export const sum = counts =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  })

/** @param {unknown} message what a runner says went wrong @returns {string} its first line, without colours */
const firstLine = message =>
  stripVTControlCharacters(String(message ?? 'it says not why'))
    .trim()
    .replace(/\n.*/s, '')

/**
 * A run that ended badly and names no failed test is a failure too, or the closing list would be empty.
 * @param {readonly Failure[]} failures @param {number} exitCode @returns {readonly Failure[]}
 */
const orTheRun = (failures, exitCode) =>
  failures.length === 0 && exitCode !== 0
    ? [{ name: 'the run', reason: `it ended with exit code ${exitCode} and names no failed test` }]
    : failures

/**
 * @param {any} report Vitest's JSON report, `null` when it wrote none
 * @param {number} exitCode
 * @param {readonly any[]} unhandled errors that no test caught, as `report-unhandled.mjs` wrote them
 * @returns {readonly Failure[]}
 */
export const failedVitest = (report, exitCode, unhandled) =>
  orTheRun([...failedTests(report), ...unhandled.map(unhandledFailure)], exitCode)

/** @param {any} error @returns {Failure} */
const unhandledFailure = ({ name, message, path, at }) => ({
  name: `${path ? relative(process.cwd(), path) : 'no test file'} › unhandled error`,
  reason: firstLine(`${name}: ${message}`) + (at ? ` (${relative(process.cwd(), at)})` : ''),
})

/** @param {any} report @returns {Failure[]} */
const failedTests = report =>
  (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const path = relative(process.cwd(), file.name)
    if (file.status === 'failed' && file.assertionResults.length === 0)
      return [{ name: path, reason: firstLine(file.message) }]
    return file.assertionResults
      .filter((/** @type {any} */ test) => test.status !== 'passed')
      .map((/** @type {any} */ test) => ({
        name: `${path} › ${test.fullName}`,
        // One that did not run has no word of its own: what went before it failed, such as the file's set-up.
        reason: firstLine(test.failureMessages[0] ?? (file.message || 'it did not run')),
      }))
  })

/**
 * @param {any} report Playwright's JSON report, `null` when it wrote none
 * @param {number} exitCode
 * @returns {readonly Failure[]}
 */
export function failedPlaywright(report, exitCode) {
  // A test that is run several times, or in several browsers, is one spec, whose `ok` is that of the first run alone.
  /** @param {any} suite @returns {Failure[]} */
  const inSuite = suite => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests
        .filter((/** @type {any} */ test) => test.status !== 'expected')
        .map((/** @type {any} */ test) => ({
          name: `${spec.file}:${spec.line} › ${spec.title}`,
          reason: firstLine(test.results.at(-1)?.errors[0]?.message ?? `it was ${test.status}`),
          page: test.results.at(-1)?.attachments?.find((/** @type {any} */ it) => it.name === 'error-context')
            ?.path,
        })),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  const outside = (report?.errors ?? []).map((/** @type {any} */ error) => ({
    name: 'outside of a test',
    reason: firstLine(error.message ?? error.value),
  }))
  return orTheRun([...(report?.suites ?? []).flatMap(inSuite), ...outside], exitCode)
}
