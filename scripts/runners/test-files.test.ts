import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../root.mjs'
import { FOLDERS, TOOL_TESTS, unitTests } from './test-files.ts'

// In parts, or this file would be one of those that it is about.
const MOCK = ['vi.', "mock('./a.ts')"].join('')
const IN_JSDOM = ['// @vitest', 'environment jsdom'].join('-')

it('a test that replaces modules or says so stands apart, one that needs a document is with its kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of FOLDERS) mkdirSync(join(folder, name))
  const files = {
    'shared/plain.test.ts': 'test()\n',
    'shared/says.test.ts': '// In a process of its own: it keeps asking.\n',
    'frame-app/a/mocks.test.tsx': `${IN_JSDOM}\n${MOCK}\n`,
    'frame-app/a/drawn.test.tsx': `${IN_JSDOM}\n`,
    'frame-app/a/drawn.tsx': `${IN_JSDOM}\n`,
    'examples/shop/node_modules/other/drawn.test.ts': `${IN_JSDOM}\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const { dom, apart } = unitTests(`${folder}/`)
  expect(dom).toEqual(['frame-app/a/drawn.test.tsx'])
  expect(apart.toSorted()).toEqual(['frame-app/a/mocks.test.tsx', 'shared/says.test.ts'])
})

it('no file of the repository is in both', () => {
  const { dom, apart } = unitTests(root)
  expect(Math.min(dom.length, apart.length)).toBeGreaterThan(10)
  expect(dom.filter(file => apart.includes(file))).toEqual([])
})

it('every file of the project `tools` exists and is in no other list', () => {
  const { dom, apart } = unitTests(root)
  expect(TOOL_TESTS.filter(file => !existsSync(root + file))).toEqual([])
  expect(TOOL_TESTS.filter(file => dom.includes(file) || apart.includes(file))).toEqual([])
})
