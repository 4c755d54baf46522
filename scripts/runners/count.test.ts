import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countPlaywright, countProgram, countVitest, failedPlaywright, failedVitest, sum } from './count.mjs'
import { reportUnhandled } from './report-unhandled.mjs'

const vitest = (given: object) => ({
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...given,
})

describe('countVitest', () => {
  it('takes the numbers of the report', () => {
    expect(countVitest(vitest({ numFailedTests: 2 }), 1)).toEqual({ passed: 7, failed: 2 })
  })

  it('counts a file that could not be loaded', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ]
    expect(countVitest(vitest({ testResults }), 1)).toEqual({ passed: 7, failed: 1 })
  })

  it('counts a test that did not run as failed', () => {
    expect(countVitest(vitest({ numPendingTests: 1, numTodoTests: 2 }), 0)).toEqual({ passed: 7, failed: 3 })
  })

  it('counts a runner that wrote no report, or ended badly with all tests green', () => {
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 })
    expect(countVitest(vitest({}), 1)).toEqual({ passed: 7, failed: 1 })
  })
})

it('counts a runner that ran nothing as failed', () => {
  expect(countVitest(vitest({ numPassedTests: 0 }), 0)).toEqual({ passed: 0, failed: 1 })
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 0, failed: 1 })
})

describe('countPlaywright', () => {
  it('counts flaky and skipped tests as failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
    expect(countPlaywright({ stats }, 1)).toEqual({ passed: 5, failed: 3 })
  })

  it('counts a runner that wrote no report, or ended badly with all tests green', () => {
    expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1 })
    const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }
    expect(countPlaywright({ stats }, 1)).toEqual({ passed: 5, failed: 1 })
  })
})

it('counts a program as one check, and adds up', () => {
  expect(sum([countProgram(0), countProgram(2), { passed: 3, failed: 1 }])).toEqual({ passed: 4, failed: 2 })
})

describe('the failed tests are named, with the first line of why', () => {
  it('from Vitest, files that could not be loaded as well', () => {
    const testResults = [
      {
        name: join(process.cwd(), 'a/one.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'carries',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at line 7'],
          },
        ],
      },
      {
        name: join(process.cwd(), 'a/two.test.ts'),
        status: 'failed',
        assertionResults: [],
        message: 'No such file',
      },
      {
        name: join(process.cwd(), 'a/three.test.ts'),
        status: 'failed',
        assertionResults: [{ status: 'skipped', fullName: 'waits', failureMessages: [] }],
        message: 'spawn EACCES',
      },
    ]
    expect(failedVitest(vitest({ testResults }), 1, [])).toEqual([
      { name: 'a/one.test.ts › carries', reason: 'expected 1 to be 2' },
      { name: 'a/two.test.ts', reason: 'No such file' },
      { name: 'a/three.test.ts › waits', reason: 'spawn EACCES' },
    ])
    expect(failedVitest(null, 0, [])).toEqual([])
  })

  it('from Playwright, however deep they stand', () => {
    const passed = { status: 'expected', results: [{ errors: [] }] }
    const attachments = [{ name: 'screenshot' }, { name: 'error-context', path: '/run/page.md' }]
    const failed = {
      status: 'unexpected',
      results: [{ errors: [{ message: 'Timed out\nCall log' }], attachments }],
    }
    const skipped = { status: 'skipped', results: [] }
    const spec = (title: string, ...tests: object[]) => ({ title, file: 'shell.spec.ts', line: 3, tests })
    const suites = [
      { specs: [spec('opens', passed)], suites: [{ specs: [spec('closes', passed, failed)] }] },
      { specs: [spec('waits', skipped)] },
    ]
    expect(failedPlaywright({ suites }, 1)).toEqual([
      { name: 'shell.spec.ts:3 › closes', reason: 'Timed out', page: '/run/page.md' },
      { name: 'shell.spec.ts:3 › waits', reason: 'it was skipped' },
    ])
    expect(failedPlaywright(null, 0)).toEqual([])
  })

  it('names errors that no test caught, as Vitest tells them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-unhandled-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    reportUnhandled(join(folder, 'unhandled.json')).onTestRunEnd(
      [],
      [
        {
          name: 'ReferenceError',
          message: 'document is not defined\nmore',
          VITEST_TEST_PATH: join(process.cwd(), 'a/one.test.ts'),
          stacks: [{ file: join(process.cwd(), 'a/one.ts'), line: 93, column: 1, method: '' }],
        },
        { name: 'Error', message: 'the worker ended' },
      ],
    )
    const unhandled = JSON.parse(readFileSync(join(folder, 'unhandled.json'), 'utf8'))
    expect(failedVitest(vitest({ testResults: [] }), 1, unhandled)).toEqual([
      {
        name: 'a/one.test.ts › unhandled error',
        reason: 'ReferenceError: document is not defined (a/one.ts:93)',
      },
      { name: 'no test file › unhandled error', reason: 'Error: the worker ended' },
    ])
  })

  it('names a run that ended badly without a failed test', () => {
    const run = { name: 'the run', reason: 'it ended with exit code 7 and names no failed test' }
    expect(failedVitest(null, 7, [])).toEqual([run])
    expect(failedPlaywright({ suites: [] }, 7)).toEqual([run])
    expect(failedPlaywright({ errors: [{ message: 'No server\n  at 1' }] }, 1)).toEqual([
      { name: 'outside of a test', reason: 'No server' },
    ])
  })
})
