import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** With unit tests; those beside them are plain ones. */
export const FOLDERS = [
  ...['shared', 'host-sdk', 'frame-app', 'recovery-page', 'console-app'],
  ...['scripts', 'examples'],
]
/** Tests that build, pack or compile the whole product take minutes, so `npm test` runs them and `npm run check` does not. */
export const TOOL_TESTS = [
  'examples/moved-from-privy.test.ts',
  'scripts/docs/snippets/snippets.test.ts',
  'scripts/packages/package.test.ts',
  'scripts/setup/built.test.ts',
  'scripts/setup/reproducible.test.ts',
]
const IN_JSDOM = /^\/\/ @vitest-environment jsdom$/m
/** Who loaded a module before has it still: a file that replaces one needs a process of its own. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\(/
/** The first line of a file that leaves something running, with why: it would be in the way of those that follow. */
const ASKS_TO = /^\/\/ In a process of its own: /

/** @param root ends with a slash @returns unit tests, from the root: those that need a document, and those that share no process */
export function unitTests(root: string): { readonly dom: string[]; readonly apart: string[] } {
  const dom: string[] = []
  const apart: string[] = []
  for (const file of FOLDERS.flatMap(folder => testsIn(root, folder))) {
    const text = readFileSync(join(root, file), 'utf8')
    if (REPLACES_MODULES.test(text) || ASKS_TO.test(text)) apart.push(file)
    else if (IN_JSDOM.test(text)) dom.push(file)
  }
  return { dom, apart }
}

/** Packages of an example are many files, and no tests of ours. */
const testsIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(root, path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
