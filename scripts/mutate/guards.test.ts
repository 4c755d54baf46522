import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { root } from '../root.mjs'
import { GUARDS } from './guards.ts'
import { verdictOf } from './run-tests.ts'

const readSource = (path: string) => readFileSync(`${root}${path}`, 'utf8')

describe('the list of guards', () => {
  it('has forty at least, each by a name of its own', () => {
    expect(GUARDS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length)
  })

  it.each(GUARDS)(
    '$name: stands in $file once, and its tests are there',
    ({ file, find, replace, tests }) => {
      expect(readSource(file).split(find)).toHaveLength(2)
      expect(replace).not.toBe(find)
      expect(tests.length).toBeGreaterThan(0)
      for (const each of tests) expect(existsSync(`${root}${each}`)).toBe(true)
    },
  )
})

describe('the verdict of a run', () => {
  const file = (status: string, tests: readonly string[] = [], message = '') => ({
    name: 'a.test.ts',
    status,
    message,
    assertionResults: tests.map(each => ({ fullName: `does ${each}`, status: each })),
  })

  test('a failed test names itself', () => {
    const report = { testResults: [file('passed', ['passed']), file('failed', ['passed', 'failed'])] }
    expect(verdictOf(report, 1)).toEqual({ status: 'failed', test: 'does failed' })
  })

  test('a file that cannot be loaded has caught nothing', () => {
    const report = { testResults: [file('failed', [], 'SyntaxError: x\n at y')] }
    expect(verdictOf(report, 1)).toEqual({ status: 'broken', why: 'SyntaxError: x' })
  })

  test('where nothing ran, or something else went wrong, nobody knows', () => {
    expect(verdictOf({ testResults: [] }, 1)).toMatchObject({ status: 'broken' })
    expect(verdictOf({ testResults: [file('passed', ['passed'])] }, 1)).toMatchObject({ status: 'broken' })
    expect(verdictOf({ testResults: [file('passed', ['passed'])] }, 0)).toEqual({ status: 'passed' })
  })
})
