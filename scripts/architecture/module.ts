import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

/** One source file: its path from the root, with `/`, and what the parser found in it. */
export interface Module {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly hasDefaultExport: boolean
  /** Nothing but `export … from`. */
  readonly isBarrel: boolean
}

export interface Import {
  /** Path from the root for a file of ours, else the package's name as written. */
  readonly target: string
  /** Gone after compilation. */
  readonly isType: boolean
  /** Loaded when the call runs, not when the module does: makes no cycle. */
  readonly isDynamic: boolean
}

/** @throws Error when the file does not parse */
export function parseModule(path: string, text: string): Module {
  const parsed = parseSync(path, text)
  const { module } = parsed
  const [error] = parsed.errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const found = (specifier: string, kind: Pick<Import, 'isType' | 'isDynamic'>): Import => ({
    target: resolve(path, specifier),
    ...kind,
  })
  const reExports = module.staticExports.flatMap(({ entries }) => entries)
  return {
    path,
    lines: text.split('\n').length,
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) =>
        found(moduleRequest.value, {
          isType: entries.length > 0 && entries.every(({ isType }) => isType),
          isDynamic: false,
        }),
      ),
      ...reExports.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [found(moduleRequest.value, { isType, isDynamic: false })] : [],
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
        found(text.slice(start + 1, end - 1), { isType: false, isDynamic: true }),
      ),
    ],
    hasDefaultExport: reExports.some(
      ({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default',
    ),
    // The tree of a file is dear to read, and most files import something or export something of their own.
    isBarrel:
      module.staticImports.length === 0 &&
      reExports.every(({ moduleRequest }) => moduleRequest) &&
      parsed.program.body.length > 0 &&
      parsed.program.body.every(
        node =>
          node.type === 'ExportAllDeclaration' ||
          (node.type === 'ExportNamedDeclaration' && node.source !== null),
      ),
  }
}

function resolve(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return join(dirname(from), path)
  return path.replace(/^@vitrine\/(shared|host-sdk|frame-app|auth-server)\//, '$1/')
}
