import ts from '@typescript/typescript6'
import { findDerived } from './find-derived.ts'
import { type Named, readNames } from './names.ts'
import { typePrinter, Unprintable } from './print-type.ts'
import { isOurs } from './program.ts'

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The comment of the value that an alias is derived from, where the alias has none of its own. */
function inheritedComment(checker: ts.TypeChecker, node: ts.TypeNode): string {
  const alias = node.parent
  if (!ts.isTypeAliasDeclaration(alias) || ts.getJSDocCommentsAndTags(alias)[0]) return ''
  const [argument] = (ts.isTypeReferenceNode(node) && node.typeArguments) || []
  if (!argument || !ts.isTypeQueryNode(argument)) return ''
  const [declaration] = checker.getSymbolAtLocation(argument.exprName)?.declarations ?? []
  const comment = declaration && ts.getJSDocCommentsAndTags(declaration).find(ts.isJSDoc)
  return comment ? `${comment.getText()}\n` : ''
}

const SCHEMA_LIBRARY = 'zod/mini'

/**
 * Schemas, which nothing is derived from any more. Their own types are long, some longer than the compiler writes; they get
 * another one, by which a declaration that still hangs on a schema is known.
 */
const hidden = (file: ts.SourceFile): Edit[] => {
  const isSchemas = file.statements.some(
    it =>
      ts.isImportDeclaration(it) &&
      ts.isStringLiteral(it.moduleSpecifier) &&
      it.moduleSpecifier.text === SCHEMA_LIBRARY,
  )
  if (!isSchemas) return []
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(statement =>
      statement.declarationList.declarations.flatMap(({ name, type, initializer }) =>
        type || (initializer && ts.isArrowFunction(initializer))
          ? []
          : [{ from: name.end, to: name.end, text: ': z.ZodMiniType' }],
      ),
    )
}

/**
 * The sources with each derived type written out, by path. They have the same types as before; what their declarations say
 * needs neither a schema nor the value that it came from.
 */
export function expandDerived(program: ts.Program): Map<string, string> {
  const checker = program.getTypeChecker()
  const files = program.getSourceFiles().filter(isOurs)
  const derivedIn = findDerived(checker)
  const names = readNames(checker, files)
  const printType = typePrinter(checker, names)
  const edited = new Map<string, string>()

  for (const file of files) {
    const imports = new Map<string, Named>()
    /** A type's name as this file has it; it is imported where the file does not have it. */
    const nameIn = (named: Named, at: ts.Node): string | null => {
      const found = checker.resolveName(named.name, at, ts.SymbolFlags.Type, false)
      if (!found) {
        const taken = imports.get(named.name)
        if (taken && taken.symbol !== named.symbol) return null
        imports.set(named.name, named)
        return named.name
      }
      const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
      return symbol === named.symbol ? named.name : null
    }
    const derived = derivedIn(file)
    const edits = derived.flatMap((node): Edit[] => {
      try {
        const text = printType(checker.getTypeFromTypeNode(node), node, named => nameIn(named, node))
        return [{ from: node.getStart(file), to: node.end, text }]
      } catch (error) {
        if (error instanceof Unprintable) return []
        throw error
      }
    })
    const comments = derived.flatMap((node): Edit[] => {
      const text = inheritedComment(checker, node)
      const start = node.parent.getStart(file)
      return text ? [{ from: start, to: start, text }] : []
    })
    let { text } = file
    for (const edit of [...edits, ...comments, ...hidden(file)].sort((a, b) => b.from - a.from))
      text = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
    const lines = [...imports.values()].map(
      ({ name, file: from }) => `import type { ${name} } from '${from.fileName}'\n`,
    )
    edited.set(file.fileName, lines.join('') + text)
  }
  return edited
}
