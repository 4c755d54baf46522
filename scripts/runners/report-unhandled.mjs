import { writeFileSync } from 'node:fs'

/** @typedef {import('vitest').SerializedError} SerializedError */

/**
 * Writes errors that no test caught to a file: Vitest fails the run for them, and its JSON report does not name them.
 * @param {string} path
 */
export const reportUnhandled = path => ({
  /** @param {unknown} _modules @param {readonly SerializedError[]} errors */
  onTestRunEnd(_modules, errors) {
    writeFileSync(path, JSON.stringify(errors.map(told)))
  },
})

/** @param {SerializedError} error */
const told = ({ name, message, stacks, VITEST_TEST_PATH }) => ({
  name,
  message,
  path: VITEST_TEST_PATH,
  at: stacks?.[0] && `${stacks[0].file}:${stacks[0].line}`,
})
