import { readFile, rm, writeFile } from 'node:fs/promises'
import { runFile } from '../child-process.mjs'
import { root } from '../root.mjs'
import { hashSources, isThere } from './sources.mjs'

/** What pages are made of: the guides, and the code whose declarations, routes and schemas stand in them. */
const SOURCES = [
  ...['docs', 'scripts/docs', 'shared', 'host-sdk', 'auth-server'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package-lock.json'],
]
const STAMP = 'dist/docs/.sources'

/** Builds the documentation. @returns {Promise<number>} exit code */
export async function buildDocs() {
  const hash = await hashDocs()
  await rm(root + STAMP, { force: true })
  const code = await runFile('scripts/docs/main.ts', [])
  if (code === 0) await writeFile(root + STAMP, hash)
  return code
}

/** @returns {Promise<boolean>} whether what is built was built from these very sources */
export async function isDocsBuilt() {
  if (!(await isThere(STAMP))) return false
  return (await readFile(root + STAMP, 'utf8')) === (await hashDocs())
}

const hashDocs = async () => {
  const there = await Promise.all(SOURCES.map(async path => ((await isThere(path)) ? [path] : [])))
  return hashSources(root, there.flat())
}
