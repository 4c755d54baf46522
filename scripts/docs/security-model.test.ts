import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GUARDS } from '../mutate/guards.ts'

const root = new URL('../../', import.meta.url)
const source = readFileSync(new URL('docs/security-model.md', root), 'utf8')
const model = source.replaceAll(/\s+/g, ' ')
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
const testFilesIn = (text: string) =>
  [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)

test('every test and file of tests that the security model names exists', () => {
  expect(claimed.length).toBeGreaterThan(30)
  const isThere = (name: string) => name.split('…').every(part => tests.includes(part.trim()))
  expect(claimed.filter(name => !isThere(name))).toEqual([])
  const isOneFile = (file: string) =>
    testFiles.includes(file) || testFiles.filter(path => path.endsWith(`/${file}`)).length === 1
  expect(testFilesIn(model).filter(file => !isOneFile(file))).toEqual([])
})

/** A row that names no file of tests goes on with those of the row or text before it. */
function rowsOfAttacks() {
  const rows: { readonly attack: string; readonly files: readonly string[] }[] = []
  let files: readonly string[] = []
  let isAttacks = false
  for (const line of source.split('\n')) {
    const named = testFilesIn(line)
    files = named.length > 0 ? named : files
    const isRow = line.startsWith('|')
    if (!isRow) isAttacks = false
    else if (/^\|.*\bcannot\b.*\| shown by \|$/.test(line)) isAttacks = true
    else if (isAttacks && !line.startsWith('|---')) rows.push({ attack: line.slice(2, 160), files })
  }
  return rows
}

test('each attack that cannot be made has a test from which its protection is taken away', () => {
  const guarded = GUARDS.flatMap(({ tests }) => tests)
  const rows = rowsOfAttacks()
  expect(rows.length).toBeGreaterThan(150)
  const isGuarded = (file: string) => guarded.some(path => path === file || path.endsWith(`/${file}`))
  expect(rows.filter(({ files }) => !files.some(isGuarded)).map(({ attack }) => attack)).toEqual([])
})
