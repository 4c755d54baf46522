import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['host-sdk', 'frame-app', 'recovery-page', 'console-app']
const IN_JSDOM = /^\/\/ @vitest-environment jsdom$/m
/** Who loaded a module before has it still: a file that replaces one needs a process of its own. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\(/

/** @param root ends with a slash @returns tests that need a document and can share one, from the root */
export const domFiles = (root: string): string[] =>
  FOLDERS.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map(file => join(folder, file)),
  ).filter(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return IN_JSDOM.test(text) && !REPLACES_MODULES.test(text)
  })
