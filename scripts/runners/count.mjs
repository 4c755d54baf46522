import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a runner counted. A runner that ended badly without a failed test of its own (it crashed, or a file could not be
 * loaded), or that ran nothing, counts as one failure: green must mean that everything ran.
 * @typedef {{passed: number, failed: number}} Count
 * What is said of a failed test at the end, where a log that is cut short still has it.
 * @typedef {{name: string, reason: string}} Failure
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

/** @param {any} report Vitest's JSON report, `null` when it wrote none @returns {Failure[]} */
export const failedVitest = report =>
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

/** @param {any} report Playwright's JSON report, `null` when it wrote none @returns {Failure[]} */
export function failedPlaywright(report) {
  /** @param {any} suite @returns {Failure[]} */
  const inSuite = suite => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => ({
        name: `${spec.file}:${spec.line} › ${spec.title}`,
        reason: firstLine(spec.tests[0]?.results.at(-1)?.errors[0]?.message),
      })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return (report?.suites ?? []).flatMap(inSuite)
}
