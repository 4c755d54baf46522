import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { root } from '../root.mjs'
import { NOTICES_FILE, packageFiles, printNotices, readParts, readProduct } from './notices.mjs'

/** One list for each environment. Vite resolves this config anew for each, so they share nothing but files. */
const LISTS = `${root}dist/.modules/`

const FRAME = ['client', 'approvalWindow', 'secrets', 'loginWindows']
const HOST = ['hostGreeting', 'hostWallets', 'hostLater', 'host', 'hostModule']

/** The notices of pages: each folder below `dist`, what it is, and the environments that it contains or that are served with it. */
const PAGE_NOTICES = [
  // The wallet origin also serves the host script and the recovery page.
  ['frame', 'all that the wallet origin serves', [...FRAME, ...HOST, 'recovery']],
  ['host', 'the host script', HOST],
  ['console', 'the console', ['console', 'consolePreview']],
  ['shop', 'the demo shop', ['shop']],
] as const

/** Notes the packages whose files an environment's output contains: code, and assets such as fonts. */
export const recordModules = (): Plugin => ({
  name: 'record-modules',
  generateBundle(_options, bundle) {
    const { name, config } = this.environment
    const modules = Object.values(bundle).flatMap(output =>
      output.type === 'chunk'
        ? output.moduleIds
        : output.originalFileNames.map(file => new URL(file, `file://${config.root}/`).pathname),
    )
    mkdirSync(LISTS, { recursive: true })
    // A worker's bundle has the name of the environment that starts it.
    appendFileSync(
      LISTS + name,
      packageFiles(modules)
        .map(file => `${file}\n`)
        .join(''),
    )
  },
})

/** Prints the notices of the one file that the recovery page is. @param modules ids of modules */
export const noticesOfPage = (modules: readonly string[]): string =>
  printNotices('this page', [readProduct(), ...readParts(packageFiles(modules))])

/** Forgets the lists of a build that broke off. */
export const startRecord = (): void => rmSync(LISTS, { recursive: true, force: true })

/** Writes the notices of all pages, once every environment is built. */
export function writePageNotices(): void {
  for (const [folder, artefact, environments] of PAGE_NOTICES) {
    const files = environments.flatMap(name =>
      readFileSync(LISTS + name, 'utf8')
        .split('\n')
        .filter(Boolean),
    )
    const notices = printNotices(artefact, [readProduct(), ...readParts([...new Set(files)])])
    writeFileSync(`${root}dist/${folder}/${NOTICES_FILE}`, notices)
  }
  startRecord()
}
