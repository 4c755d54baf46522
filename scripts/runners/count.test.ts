import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countProgram, countVitest, failedPlaywright, failedVitest, sum } from './count.mjs'

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
    expect(failedVitest(vitest({ testResults }))).toEqual([
      { name: 'a/one.test.ts › carries', reason: 'expected 1 to be 2' },
      { name: 'a/two.test.ts', reason: 'No such file' },
      { name: 'a/three.test.ts › waits', reason: 'spawn EACCES' },
    ])
    expect(failedVitest(null)).toEqual([])
  })

  it('from Playwright, however deep they stand', () => {
    const spec = (title: string, ok: boolean) => ({
      title,
      ok,
      file: 'shell.spec.ts',
      line: 3,
      tests: [{ results: [{ errors: ok ? [] : [{ message: 'Timed out\nCall log' }] }] }],
    })
    const suites = [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }]
    expect(failedPlaywright({ suites })).toEqual([{ name: 'shell.spec.ts:3 › closes', reason: 'Timed out' }])
    expect(failedPlaywright(null)).toEqual([])
  })
})
