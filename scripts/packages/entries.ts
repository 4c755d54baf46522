import { existsSync, readFileSync } from 'node:fs'
import { root } from '../root.mjs'

/** The folder of the package that is published. */
export const PACKAGE = `${root}host-sdk/`

/** What a site has itself, or asks for where it uses that entry. All else is a part of the package. */
export const EXTERNAL = /^(?:react|viem|jose)(?:\/|$)|^node:/
/** `jose` is ES modules alone: Jest and older resolvers could not load what has to `require` it. */
export const EXTERNAL_IN_COMMONJS = /^(?:react|viem)(?:\/|$)|^node:/

export interface Entry {
  /** As `dist` names its files: `index` for the package's own name. */
  readonly name: string
  /** What a site imports. */
  readonly specifier: string
  readonly source: string
}

interface EntryFiles {
  readonly types: string
  readonly default: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<'import' | 'require', EntryFiles>>>>
}

export const readManifest = (): Manifest => JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8'))

/** What the package's `exports` name, by its sources. @throws Error when there is none of an entry */
export function readEntries(): Entry[] {
  const { name, exports } = readManifest()
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const entry = path === '.' ? 'index' : path.slice('./'.length)
    const source = [`${entry}.ts`, `${entry}/index.ts`].find(file => existsSync(PACKAGE + file))
    if (!source) throw new Error(`host-sdk has no source of the entry ${path}`)
    return { name: entry, specifier: name + path.slice(1), source: PACKAGE + source }
  })
}
