import ts from '@typescript/typescript6'
import { isOurs } from './program.ts'

/**
 * Finds the types that only the checker can read: those that hang on a schema or on another value, such as
 * `z.infer<typeof user>`, `FrameArgument<'login'>` or `(typeof SCREENS)[number]`.
 */
export function findDerived(checker: ts.TypeChecker) {
  const known = new Map<ts.Symbol, boolean>()

  /** What a name stands for, where it was declared. */
  const symbolOf = (name: ts.Node) => {
    const symbol = checker.getSymbolAtLocation(name)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  /** Whether an alias has a derived type in what it stands for, and has no text of its own to be named by. */
  const isDerivedAlias = (symbol: ts.Symbol): boolean => {
    const before = known.get(symbol)
    if (before !== undefined) return before
    known.set(symbol, false)
    const derived = (symbol.declarations ?? []).some(
      declaration =>
        ts.isTypeAliasDeclaration(declaration) &&
        isOurs(declaration.getSourceFile()) &&
        declaration.typeParameters !== undefined &&
        hasDerived(declaration.type),
    )
    known.set(symbol, derived)
    return derived
  }

  const isDerivedName = (name: ts.Node) => {
    const symbol = symbolOf(name)
    return (
      symbol !== undefined &&
      ((symbol.declarations ?? []).some(it => it.getSourceFile().fileName.includes('/node_modules/zod/')) ||
        isDerivedAlias(symbol))
    )
  }

  const isDerivedNode = (node: ts.Node): boolean =>
    (ts.isTypeQueryNode(node) && isOursValue(node.exprName)) ||
    (ts.isIndexedAccessTypeNode(node) && !hasParameter(node)) ||
    (ts.isTypeReferenceNode(node) && isDerivedName(node.typeName))

  const isOursValue = (name: ts.EntityName) =>
    (symbolOf(name)?.declarations ?? []).some(it => isOurs(it.getSourceFile()))

  const hasDerived = (node: ts.Node): boolean =>
    isDerivedNode(node) || (ts.forEachChild(node, child => hasDerived(child) || undefined) ?? false)

  /** A type that stands for another in each use has no text of its own. */
  const hasParameter = (node: ts.Node): boolean => {
    const visit = (it: ts.Node): boolean =>
      (ts.isTypeReferenceNode(it) &&
        ((symbolOf(it.typeName)?.flags ?? 0) & ts.SymbolFlags.TypeParameter) !== 0) ||
      (ts.forEachChild(it, child => visit(child) || undefined) ?? false)
    return visit(node)
  }

  /** Whether it is a name that is written with the types it takes, as `Promise<…>`: they are then looked at one by one. */
  const isNamed = (node: ts.TypeReferenceNode) =>
    ((symbolOf(node.typeName)?.flags ?? 0) & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0

  const isStructure = (node: ts.TypeNode) =>
    ts.isTypeLiteralNode(node) ||
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isArrayTypeNode(node) ||
    ts.isTupleTypeNode(node) ||
    ts.isFunctionTypeNode(node) ||
    ts.isParenthesizedTypeNode(node) ||
    ts.isTypePredicateNode(node) ||
    ts.isNamedTupleMember(node) ||
    ts.isRestTypeNode(node) ||
    ts.isOptionalTypeNode(node) ||
    (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) ||
    (ts.isTypeReferenceNode(node) && isNamed(node))

  /** The outermost derived types of a file, none inside of another. */
  return function derivedIn(file: ts.SourceFile): ts.TypeNode[] {
    const found: ts.TypeNode[] = []
    const visit = (node: ts.Node) => {
      if (ts.isBlock(node) || ts.isExpressionStatement(node)) return
      if (ts.isTypeNode(node) && !isStructure(node) && !ts.isExpressionWithTypeArguments(node)) {
        if (hasDerived(node) && !hasParameter(node)) found.push(node)
        else ts.forEachChild(node, visit)
        return
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  }
}
