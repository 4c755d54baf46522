import { parseSync } from 'vite'

/** A regular expression literal of a source file. */
export interface Found {
  readonly source: string
  readonly flags: string
  readonly line: number
}

/** @throws Error when the file does not parse */
export function findRegularExpressions(path: string, code: string): readonly Found[] {
  const { program, errors } = parseSync(path, code)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    // An array of nodes is gone through by its indexes.
    const { type, start, regex, ...rest } = node as Readonly<Record<string, unknown>>
    if (type === 'Literal' && regex) {
      const { pattern, flags } = regex as { readonly pattern: string; readonly flags: string }
      found.push({ source: pattern, flags, line: code.slice(0, Number(start)).split('\n').length })
    }
    for (const value of Object.values(rest)) visit(value)
  }
  visit(program)
  return found
}
