import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readCells, readHeader } from '../../../auth-server/commands/import-row.ts'
import { root } from '../../root.mjs'
import { allBlocks, type Block, placeOf } from './blocks.ts'
import { compileErrors, type Snippet } from './check-code.ts'
import { readHtml } from './check-html.ts'
import { jsonErrors } from './check-json.ts'
import { settingErrors, shellErrors } from './check-shell.ts'
import { svelteScripts } from './check-svelte.ts'

const blocks = allBlocks()
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

/** What no program of ours reads: pictures of text, SQL that an administrator gives a database, and lines of another's files. */
const NOT_CHECKED = ['', 'text', 'sql', 'nginx']
/** A `diff` is applied to the example that it is of, by `examples/moved-from-privy.test.ts`. */
const CHECKED = ['ts', 'tsx', 'js', 'jsx', 'svelte', 'html', 'json', 'csv', 'sh', 'ini', 'diff']

const snippet = (block: Block): Snippet => ({
  block,
  extension: block.language as Snippet['extension'],
  text: block.text,
  offset: 0,
})

test('each block says what it is written in, and nearly all are of a kind that is checked', () => {
  expect(of(...CHECKED, ...NOT_CHECKED).length).toBe(blocks.length)
  expect(blocks.length).toBeGreaterThan(80)
  expect(of(...NOT_CHECKED).length).toBeLessThan(blocks.length / 10)
})

test('a block of a file says which one where a reader sees it: a page shows nothing of the fence', () => {
  const inFiles = blocks.filter(({ kind }) => /^\S*\.\w[\w.]*$/.test(kind))
  expect(inFiles.length).toBeGreaterThan(20)
  const silent = inFiles.filter(({ file, line, kind }) => {
    const above = readFileSync(root + file, 'utf8')
      .split('\n')
      .slice(0, line - 1)
      .findLast(text => text !== '')
    return !above?.includes(`\`${kind}\``)
  })
  expect(silent.map(placeOf)).toEqual([])
})

test('code compiles against the package, as it stands', () => {
  const pages = of('html').map(readHtml)
  expect(pages.flatMap(({ errors }) => errors)).toEqual([])
  const snippets = [
    ...of('ts', 'tsx', 'js', 'jsx').map(snippet),
    ...of('svelte').flatMap(svelteScripts),
    ...pages.flatMap(({ scripts }) => scripts),
  ]
  expect(compileErrors(snippets)).toEqual([])
}, 300_000)

test('JSON can be parsed, and what the product reads is as it reads it', () => {
  expect(of('json').flatMap(jsonErrors)).toEqual([])
})

test('commands are ones that there are, with their options, settings and routes', () => {
  expect(of('sh').flatMap(shellErrors)).toEqual([])
  expect(of('ini').flatMap(settingErrors)).toEqual([])
})

test('tables of people are as the import reads them', () => {
  const tables = of('csv')
  expect(tables.length).toBeGreaterThan(0)
  for (const { text } of tables) {
    const [header = [], ...rows] = parse(text) as string[][]
    const columns = readHeader(header)
    for (const cells of rows) expect(readCells(columns, cells).linked_accounts.length).toBeGreaterThan(0)
  }
})
