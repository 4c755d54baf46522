import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { root } from '../../root.mjs'
import type { Entry } from './program.ts'

export interface Member {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  readonly doc: string
}

export type Kind = 'function' | 'class' | 'value' | 'type'

/** One name that an entry exports. */
export interface Exported {
  readonly name: string
  readonly kind: Kind
  readonly doc: string
  /** As TypeScript writes it. */
  readonly signature: string
  readonly members: readonly Member[]
}

const FORMAT =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.MultilineObjectLiterals |
  ts.NodeBuilderFlags.UseSingleQuotesForStringLiteralType |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope
const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed, removeComments: true })

/** What an entry exports: functions first, then by name. */
export function exportsOf(program: ts.Program, entry: Entry): Exported[] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(join(root, entry.file))
  const module = source && checker.getSymbolAtLocation(source)
  if (!source || !module) return []
  return checker
    .getExportsOfModule(module)
    .map(symbol => read(checker, symbol, source))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.name.localeCompare(b.name))
}

const KINDS: readonly Kind[] = ['function', 'class', 'value', 'type']

function read(checker: ts.TypeChecker, exported: ts.Symbol, source: ts.SourceFile): Exported {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const name = exported.name
  const doc = docOf(checker, symbol)
  if (symbol.flags & ts.SymbolFlags.Class) {
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    return { name, kind: 'class', doc, signature: `class ${name}`, members: membersOf(checker, type, source) }
  }
  if (symbol.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbol(symbol)
    const calls = type.getCallSignatures()
    const signature = calls.length
      ? calls.map(call => `function ${name}${signatureOf(checker, call, source)}`).join('\n')
      : `const ${name}: ${typeText(checker, type, source)}`
    return { name, kind: calls.length ? 'function' : 'value', doc, signature, members: [] }
  }
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const members = isPlainObject(type) ? membersOf(checker, type, source) : []
  const isInterface = (symbol.flags & ts.SymbolFlags.Interface) !== 0
  const signature = isInterface ? `interface ${name}` : `type ${name} = ${aliasText(checker, type, source)}`
  return { name, kind: 'type', doc, signature, members }
}

const isPlainObject = (type: ts.Type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  type.getCallSignatures().length === 0 &&
  type.getProperties().length > 0

/** Of an object each member; what a class has of a library's own class (`Error`) is left out. */
function membersOf(checker: ts.TypeChecker, type: ts.Type, source: ts.SourceFile): Member[] {
  return type
    .getProperties()
    .filter(member => member.declarations?.some(it => !isOfLibrary(it)) ?? true)
    .map(member => ({
      name: member.name,
      isOptional: (member.flags & ts.SymbolFlags.Optional) !== 0,
      type: typeText(checker, checker.getTypeOfSymbol(member), source),
      doc: docOf(checker, member),
    }))
}

const isOfLibrary = (node: ts.Node) => /\/lib\/lib\.[\w.]+\.d\.ts$/.test(node.getSourceFile().fileName)

/** A type with its objects over several lines. @param more flags for how its own name is written */
function typeText(
  checker: ts.TypeChecker,
  type: ts.Type,
  source: ts.SourceFile,
  more = ts.NodeBuilderFlags.None,
) {
  const node = checker.typeToTypeNode(type, source, FORMAT | more)
  return node ? readable(printer.printNode(ts.EmitHint.Unspecified, node, source)) : 'unknown'
}

const aliasText = (checker: ts.TypeChecker, type: ts.Type, source: ts.SourceFile) =>
  typeText(checker, type, source, ts.NodeBuilderFlags.InTypeAlias)

const signatureOf = (checker: ts.TypeChecker, call: ts.Signature, source: ts.SourceFile) =>
  readable(checker.signatureToString(call, source, ts.TypeFormatFlags.NoTruncation))

/** A type that nobody imports there is written with the file that it is of. */
const readable = (text: string) => text.replaceAll(/import\(['"][^'"]*['"]\)\./g, '').replaceAll('    ', '  ')

/** The comment, and its tags, as Markdown. */
function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const tags = symbol.getJsDocTags(checker).map(({ name, text: words }) => {
    const said = ts.displayPartsToString(words)
    return `*${TAG_WORDS[name] ?? name}* ${said}`.trim()
  })
  return [text, ...tags].filter(Boolean).join('\n\n')
}

const TAG_WORDS: Readonly<Record<string, string>> = {
  param: 'Parameter',
  returns: 'Gives',
  throws: 'Throws',
  deprecated: 'Deprecated.',
  example: 'Example:',
}
