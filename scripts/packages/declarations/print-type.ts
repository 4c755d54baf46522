import ts from '@typescript/typescript6'
import type { Named } from './names.ts'
import { inParentheses } from './parentheses.ts'

/** Says how a type that has a name is written where it is needed; `null` where the name means something else there. */
export type WriteName = (named: Named) => string | null

/** A type that only the source can say: it stays there as it is. */
export class Unprintable extends Error {}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const QUOTED = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const key = (name: string) => (IDENTIFIER.test(name) ? name : QUOTED(name))
const indent = (text: string) => text.replaceAll('\n', '\n  ')

/** The compiler's own, which it does not declare: of a mapped type's property no declaration says whether it is `readonly`. */
const { getDeclarationModifierFlagsFromSymbol: modifiersOf } = ts as unknown as {
  getDeclarationModifierFlagsFromSymbol(symbol: ts.Symbol): ts.ModifierFlags
}

/** What is taken apart in place has no name but that of its comment. */
function nameOf({ name, valueDeclaration: declaration }: ts.Symbol): string {
  if (!name.startsWith('__') || !declaration || !ts.isParameter(declaration)) return name
  const [tag] = ts.getJSDocParameterTags(declaration)
  return tag?.name.getText() ?? `options${name.slice(2)}`
}

const isMethod = ({ declarations: [it] = [] }: ts.Symbol) =>
  it !== undefined && (ts.isMethodDeclaration(it) || ts.isMethodSignature(it))

/** The comment that stands before what a property comes from. */
function commentOf(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? []
  const comment = declaration && ts.getJSDocCommentsAndTags(declaration).find(ts.isJSDoc)
  if (!comment) return ''
  return `${comment.getText().replaceAll(/\n\s*\*/g, '\n *')}\n`
}

/**
 * Writes types out as the checker understands them, each property on a line, with its comment, and by name where a type of ours
 * has one.
 */
export function typePrinter(checker: ts.TypeChecker, names: ReadonlyMap<ts.Type, Named>) {
  return function printType(type: ts.Type, at: ts.Node, nameIn: WriteName): string {
    const open = new Set<ts.Type>()

    const print = (it: ts.Type, isWhole = false): string => {
      const named = isWhole ? undefined : names.get(it)
      const name = named && nameIn(named)
      if (name) return name
      if (open.has(it)) throw new Unprintable(`${at.getText()}: a type that holds itself needs a name`)
      open.add(it)
      try {
        return write(it)
      } finally {
        open.delete(it)
      }
    }

    const write = (it: ts.Type): string => {
      if (it.isUnion()) return writeUnion(it)
      if (it.isIntersection()) return it.types.map(part => inParentheses(print(part))).join(' & ')
      if (it.isStringLiteral()) return QUOTED(it.value)
      if (!(it.flags & ts.TypeFlags.Object))
        return checker.typeToString(it, at, ts.TypeFormatFlags.NoTruncation)
      if (checker.isTupleType(it)) return writeTuple(it as ts.TupleTypeReference)
      if (checker.isArrayType(it)) return writeArray(it as ts.TypeReference)
      const { symbol } = it
      if (symbol && symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))
        return writeReference(it)
      return writeObject(it)
    }

    const writeUnion = (it: ts.UnionType): string => {
      const texts: string[] = []
      const rest = new Set(it.types)
      // A part of a union may have a name that the union as a whole has lost.
      for (const [whole, named] of names) {
        if (whole === it || !whole.isUnion() || !whole.types.every(part => rest.has(part))) continue
        const name = nameIn(named)
        if (!name) continue
        for (const part of whole.types) rest.delete(part)
        texts.push(name)
      }
      const booleans = [...rest].filter(part => part.flags & ts.TypeFlags.BooleanLiteral)
      if (booleans.length === 2) for (const part of booleans) rest.delete(part)
      const isLast = (part: ts.Type) => (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
      const ordered = [...rest].sort((a, b) => Number(isLast(a)) - Number(isLast(b)))
      texts.push(...ordered.filter(part => !isLast(part)).map(part => inParentheses(print(part))))
      if (booleans.length === 2) texts.push('boolean')
      texts.push(...ordered.filter(isLast).map(part => print(part)))
      const line = texts.join(' | ')
      return line.length <= 100 || !texts[1] ? line : `\n  | ${texts.map(indent).join('\n  | ')}`
    }

    const writeArray = (it: ts.TypeReference): string => {
      const [item] = checker.getTypeArguments(it)
      if (!item) throw new Unprintable(`${at.getText()}: an array of nothing`)
      const isReadonly = it.target.symbol.name === 'ReadonlyArray'
      return `${isReadonly ? 'readonly ' : ''}${inParentheses(print(item))}[]`
    }

    const writeTuple = (it: ts.TupleTypeReference): string => {
      const items = checker.getTypeArguments(it).map((item, index) => {
        const flags = it.target.elementFlags[index] ?? ts.ElementFlags.Required
        if (flags & ts.ElementFlags.Variable) return `...${inParentheses(print(item))}[]`
        return print(item) + (flags & ts.ElementFlags.Optional ? '?' : '')
      })
      return `${it.target.readonly ? 'readonly ' : ''}[${items.join(', ')}]`
    }

    const writeReference = (it: ts.Type): string => {
      const { symbol } = it
      const file = symbol.declarations?.[0]?.getSourceFile()
      if (!file) throw new Error(`${symbol.name} is declared nowhere`)
      const isGlobal = !ts.isExternalModule(file)
      const name = isGlobal ? symbol.name : nameIn({ name: symbol.name, symbol, file })
      if (!name) throw new Unprintable(`${at.getText()}: the name ${symbol.name} is taken there`)
      const types = checker.getTypeArguments(it as ts.TypeReference)
      // A class has itself as its last argument.
      const shown = types.filter(part => !(part as ts.TypeParameter & { isThisType?: boolean }).isThisType)
      return shown[0] ? `${name}<${shown.map(part => print(part)).join(', ')}>` : name
    }

    const writeObject = (it: ts.Type): string => {
      const calls = checker.getSignaturesOfType(it, ts.SignatureKind.Call)
      const properties = checker.getPropertiesOfType(it)
      const indexes = checker.getIndexInfosOfType(it)
      const [call] = calls
      if (call && !calls[1] && !properties[0] && !indexes[0]) return writeSignature(call, ' => ')
      const lines = [
        ...calls.map(signature => `${writeSignature(signature, ': ')}`),
        ...indexes.map(
          info => `${info.isReadonly ? 'readonly ' : ''}[key: ${print(info.keyType)}]: ${print(info.type)}`,
        ),
        ...properties.map(writeProperty),
      ]
      if (!lines[0]) return '{}'
      if (indexes[0] && !lines[1]) return `{ ${lines[0]} }`
      return `{\n${lines.map(line => `  ${indent(line)}\n`).join('')}}`
    }

    const writeProperty = (symbol: ts.Symbol): string => {
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
      const name = `${key(symbol.name)}${isOptional ? '?' : ''}`
      const type = checker.getTypeOfSymbol(symbol)
      const [call, another] = isMethod(symbol) ? checker.getSignaturesOfType(type, ts.SignatureKind.Call) : []
      if (call && !another) return `${commentOf(symbol)}${name}${writeSignature(call, ': ')}`
      const isReadonly = (modifiersOf(symbol) & ts.ModifierFlags.Readonly) !== 0
      return `${commentOf(symbol)}${isReadonly ? 'readonly ' : ''}${name}: ${print(type)}`
    }

    const writeSignature = (signature: ts.Signature, arrow: string): string => {
      if (signature.typeParameters) throw new Unprintable(`${at.getText()}: a function with types of its own`)
      const parameters = signature.parameters.map(parameter => {
        const declaration = parameter.valueDeclaration
        const isRest = declaration && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined
        const isOptional =
          declaration && ts.isParameter(declaration) && checker.isOptionalParameter(declaration)
        const name = nameOf(parameter)
        return `${isRest ? '...' : ''}${name}${isOptional ? '?' : ''}: ${print(checker.getTypeOfSymbol(parameter))}`
      })
      return `(${parameters.join(', ')})${arrow}${print(signature.getReturnType())}`
    }

    return print(type, true)
  }
}
