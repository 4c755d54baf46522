import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from '../root.mjs'

/** @typedef {import('./run.mjs').RunnerName} RunnerName */
/** @typedef {{stages: RunnerName[][], options: Partial<Record<RunnerName, readonly string[]>>}} Plan */

/** Files that decide how everything is built or tested. */
const OF_ALL =
  /^(package(-lock)?\.json|tsconfig\.json|vite(st)?\.config\.ts|scripts\/(runners|setup)\/|\.nvmrc$)/
/** In the build, or started by its tests. */
const PRODUCT = /^(shared|host-sdk|frame-app|recovery-page|console-app|auth-server|examples\/shop)\//
const OF_TESTS = /\.test\.tsx?$|\/testing\//
/** Tests that look at the sources, the build or the documentation as files. */
const READS_FILES = /^scripts\/|^[^/]+\.test\.ts$/
/** Tests of programs as they are built, by the helpers that start them. */
const STARTS_PROGRAMS = /child_process|dist\/server|testing\/(process-tree|whole-server|api-hands|api-user)/
/** Below `e2e`, and not run by `npm run e2e`. */
const OF_OTHER_RUNNERS = /^e2e\/(packages|engines|screenshots)\//
const OF_DOCS = /^(docs|scripts\/docs|shared|host-sdk|auth-server)\/|^(CHANGELOG|CONTRIBUTING|SECURITY)\.md$/

/** @param {readonly string[]} args @returns {string[]} its output's lines */
const git = args =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\n')
    .filter(Boolean)

/**
 * Files that differ from a commit: by later commits, by what is not committed, and new ones.
 * @param {string} [since] else where the branch left `origin/main`, or the last commit where there is none
 * @returns {{files: string[], since: string}}
 * @throws Error where git knows no such commit
 */
export function changedFiles(since) {
  const base = since ?? defaultBase()
  const files = [
    ...git(['diff', '--name-only', base]),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ]
  return { files: [...new Set(files)], since: base }
}

function defaultBase() {
  try {
    return git(['merge-base', 'HEAD', 'origin/main'])[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/** @typedef {{all: readonly string[], related: readonly string[]}} Tests files, from the root; `related`: those that import what changed */

/**
 * Plans the tests that a change can affect. Unit and server tests are those that import what changed, and those that read files or start the
 * built server, which no import tells. Browsers load the product as it is built, so a change of it is one for all of them.
 * @param {readonly string[]} files from the root
 * @param {{unit: Tests, server: Tests}} tests
 * @param {(file: string) => string} read a test's text
 * @returns {Plan | 'everything'}
 */
export function planOf(files, tests, read) {
  if (files.some(file => OF_ALL.test(file))) return 'everything'
  const product = files.filter(file => PRODUCT.test(file) && !OF_TESTS.test(file))
  const ofBuiltServer = product.some(file => /^(auth-server|shared)\//.test(file))
  const unit = tests.unit.all.filter(file => tests.unit.related.includes(file) || READS_FILES.test(file))
  const server = tests.server.all.filter(
    file => tests.server.related.includes(file) || (ofBuiltServer && STARTS_PROGRAMS.test(read(file))),
  )
  const ofBrowser = files.filter(file => /^e2e\/.*\.ts$/.test(file) && !OF_OTHER_RUNNERS.test(file))
  const isSpec = (/** @type {string} */ file) => file.endsWith('.spec.ts')
  const inAllBrowsers = product.length > 0 || !ofBrowser.every(isSpec)
  const ofPackages = files.some(file => /^(e2e\/packages|examples|docs)\//.test(file))

  /** @type {RunnerName[][]} */
  const stages = [['types', 'lint'], ['unit']]
  if (files.some(file => OF_DOCS.test(file))) stages[0]?.push('docs')
  if (product.length > 0 || files.some(file => /^(scripts|examples|docs)\//.test(file)))
    stages[1]?.push('tools')
  if (server.length > 0) stages[1]?.push('server')
  if (inAllBrowsers || ofBrowser.length > 0) stages.push(['browser'])
  if (product.length > 0 || ofPackages) stages.push(['packages'])
  const browser = inAllBrowsers ? [] : ofBrowser.map(file => file.slice('e2e/'.length))
  return { stages, options: { unit, server, browser } }
}

/**
 * @param {string} [since] a commit, else as `changedFiles` chooses
 * @returns {Promise<Plan | 'everything'>}
 */
export async function planChanged(since) {
  const { files, since: base } = changedFiles(since)
  console.log(`${files.length} files differ from ${base}.`)
  // Packages are not installed yet when a fresh clone loads this file.
  const { createVitest } = await import('vitest/node')
  const find = async (/** @type {string[]} */ project, /** @type {string | undefined} */ changed) => {
    const options = { root, project, watch: false, ...(changed !== undefined && { changed }) }
    const vitest = await createVitest('test', options)
    try {
      const found = await vitest.getRelevantTestSpecifications()
      return [...new Set(found.map(({ moduleId }) => moduleId.slice(root.length)))]
    } finally {
      await vitest.close()
    }
  }
  /** @param {string[]} projects */
  const of = async projects => ({ all: await find(projects, undefined), related: await find(projects, base) })
  const tests = { unit: await of(['unit', 'unit-dom', 'unit-apart']), server: await of(['server']) }
  return planOf(files, tests, file => readFileSync(root + file, 'utf8'))
}
