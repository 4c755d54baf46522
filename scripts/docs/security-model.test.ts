import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const model = readFileSync(new URL('docs/security-model.md', root), 'utf8').replaceAll(/\s+/g, ' ')
const testFiles = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
const tests = testFiles.map(file => readFileSync(new URL(file, root), 'utf8')).join('\n')

/** Every straight-quoted text of the document is the name of a test; "…" stands for what a name leaves open. */
const claimed = [...model.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
const claimedFiles = [...model.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)

test('every test and file of tests that the security model names exists', () => {
  expect(claimed.length).toBeGreaterThan(30)
  const isThere = (name: string) => name.split('…').every(part => tests.includes(part.trim()))
  expect(claimed.filter(name => !isThere(name))).toEqual([])
  const isOneFile = (file: string) =>
    testFiles.includes(file) || testFiles.filter(path => path.endsWith(`/${file}`)).length === 1
  expect(claimedFiles.filter(file => !isOneFile(file))).toEqual([])
})
