import type { Module } from './module.ts'

const MAX_LINES = 500
const VAGUE_ROOMS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types']
/** The words of a language are a table. */
const isData = (path: string) => /^(?:frame-app\/words\/|scripts\/mutate\/guards\.ts$)/.test(path)
const isConfig = (path: string) => /\.config\.(ts|mjs|js)$/.test(path)
/** Files whose framework asks for a default export. */
const isRouteFile = (path: string) =>
  /^(examples\/next\/app\/|docs\/\.vitepress\/|e2e\/engines\/table-reporter\.ts$)/.test(path)
/** A package's entry is what a barrel is for. */
const isEntry = (path: string) => /^host-sdk\/((react|wagmi|node)\/)?index\.ts$/.test(path)

export const tooLong = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path, lines }) => lines > MAX_LINES && !isData(path))
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${MAX_LINES}`)

/** A name that says nothing collects everything. */
export const vagueNames = (paths: readonly string[]): string[] =>
  paths
    .filter(path => path.split('/').some(part => VAGUE_ROOMS.includes(part.replace(/\..*$/, ''))))
    .map(path => `${path}: name the concept, not "${VAGUE_ROOMS.slice(0, 1)}" or the like`)

export const defaultExports = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path, hasDefaultExport }) => hasDefaultExport && !isConfig(path) && !isRouteFile(path))
    .map(({ path }) => `${path}: default export`)

export const barrels = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path, isBarrel }) => isBarrel && !isEntry(path))
    .map(({ path }) => `${path}: only re-exports; import from the file itself`)

/**
 * One slug everywhere: contract, frame, server and browser test of a login method or wallet operation. In the frame an
 * operation is a request of a page; `create` alone is made without one.
 */
export function missingSides(
  paths: readonly string[],
  kind: 'login' | 'wallet',
  slugs: readonly string[],
): string[] {
  return slugs.flatMap(slug =>
    [
      `shared/${kind}/${slug}.ts`,
      `frame-app/${kind === 'wallet' && slug !== 'create' ? 'requests' : kind}/${slug}/`,
      `auth-server/${kind}/${slug}/`,
      `e2e/${kind}/${slug}.spec.ts`,
    ]
      .filter(side => !paths.some(path => path === side || (side.endsWith('/') && path.startsWith(side))))
      .map(side => `${kind} "${slug}": ${side} is missing`),
  )
}
