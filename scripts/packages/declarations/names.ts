import ts from '@typescript/typescript6'

export interface Named {
  readonly name: string
  readonly symbol: ts.Symbol
  readonly file: ts.SourceFile
}

const hasObject = (type: ts.Type): boolean =>
  type.isUnionOrIntersection() ? type.types.some(hasObject) : (type.flags & ts.TypeFlags.Object) !== 0

/**
 * The names by which expanded types can speak of each other: exported aliases of objects, without parameters. An object type is
 * one of its kind, so that an alias of it is found by the type itself; texts and numbers that are equal are not the same idea.
 */
export function readNames(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
  const names = new Map<ts.Type, Named>()
  for (const file of files)
    for (const statement of file.statements) {
      if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters) continue
      if (!statement.modifiers?.some(it => it.kind === ts.SyntaxKind.ExportKeyword)) continue
      const symbol = checker.getSymbolAtLocation(statement.name)
      if (!symbol) continue
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      if (hasObject(type) && !names.has(type)) names.set(type, { name: statement.name.text, symbol, file })
    }
  return names
}
