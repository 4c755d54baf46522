import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { root } from '../../root.mjs'
import { settingsOf } from '../reference/program.ts'
import { type Block, placeOf } from './blocks.ts'

/** A snippet as a file of a program. @param extension of the file that a reader would put it into */
export interface Snippet {
  readonly block: Block
  readonly extension: 'ts' | 'tsx' | 'js' | 'jsx'
  readonly text: string
  /** How many lines of the block stand before it. */
  readonly offset: number
}

/** A guide leaves the types of parameters out of JavaScript, and shows a value that its reader uses. */
const ALLOWED: ReadonlySet<number> = new Set([
  6133, // 'x' is declared but its value is never read
  6192, // All imports in import declaration are unused
  6198, // All destructured elements are unused
])
const ALLOWED_IN_JAVASCRIPT: ReadonlySet<number> = new Set([
  7006, // Parameter 'x' implicitly has an 'any' type
  7031, // Binding element 'x' implicitly has an 'any' type
  7016, // Could not find a declaration file for module 'x'
])

/** The elements of a page are there: they stand above its script. */
const ALLOWED_IN_PAGES: ReadonlySet<number> = new Set([
  2531, // Object is possibly 'null'
  18047, // 'x' is possibly 'null'
  18049, // 'x' is possibly 'null' or 'undefined'
])

/**
 * Compiles snippets against the package as one program, each as a module of its own that begins with what `prelude.ts` says.
 * @returns what is wrong, one line each
 */
export function compileErrors(snippets: readonly Snippet[]): string[] {
  const files = new Map(snippets.map((it, index) => [join(root, 'docs/.snippets', nameOf(it, index)), it]))
  const options: ts.CompilerOptions = { ...settingsOf(), noUnusedLocals: false, noUnusedParameters: false }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  // `export {}`: a snippet shares no name with another.
  host.readFile = name => {
    const snippet = files.get(name)
    return snippet ? `${snippet.text}\nexport {}\n` : readFile(name)
  }
  host.fileExists = name => files.has(name) || fileExists(name)
  // A folder that no disk has is asked for nothing in it.
  host.directoryExists = name => name.startsWith(join(root, 'docs/.snippets')) || ts.sys.directoryExists(name)
  host.getSourceFile = (name, target) => {
    const text = host.readFile(name)
    return text === undefined ? undefined : ts.createSourceFile(name, text, target)
  }
  const preludes = ['prelude.ts', 'frameworks.d.ts'].map(name => join(root, 'scripts/docs/snippets', name))
  const rootNames = [...preludes, ...files.keys()]
  const program = ts.createProgram({ rootNames, options, host })
  return [...files].flatMap(([name, snippet]) => {
    const source = program.getSourceFile(name)
    if (!source) return [`${placeOf(snippet.block)}: was not compiled`]
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.filter(it => isError(it, snippet)).map(it => told(it, snippet, source))
  })
}

/** A block that names its file is that file, which other blocks of its guide may import. */
function nameOf({ block: { file, kind }, extension }: Snippet, index: number): string {
  const folder = file.replaceAll(/\W/g, '-')
  return /\.(ts|tsx|js|jsx)$/.test(kind) ? `${folder}/${kind}` : `${folder}/${index}.${extension}`
}

const isError = ({ code, messageText }: ts.Diagnostic, { block, extension }: Snippet) =>
  !ALLOWED.has(code) &&
  !(extension.startsWith('js') && ALLOWED_IN_JAVASCRIPT.has(code)) &&
  !(
    block.language === 'html' &&
    (ALLOWED_IN_PAGES.has(code) || / on type 'Element'/.test(String(messageText)))
  )

function told(
  { messageText, start = 0 }: ts.Diagnostic,
  { block, offset }: Snippet,
  source: ts.SourceFile,
): string {
  const { line } = source.getLineAndCharacterOfPosition(start)
  const place = `${block.file}:${block.line + 1 + offset + line}`
  return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}
