import { invalidParams } from './provider-error.ts'

/** More than any request of today has: about a megabyte, as deep as an order in an order. */
const MAX_NODES = 50_000
const MAX_CHARACTERS = 2_000_000
const MAX_DEPTH = 40

/**
 * A copy of what a page gave, as JSON would carry it. What crosses a port may hold itself, or one part a thousand times:
 * every walk over it then has no end. After this there are only records, lists and primitives, few enough to walk.
 *
 * @param bigint how a bigint is written; without it there is none (JSON-RPC)
 * @throws VitrineError `invalid_data` (-32602)
 */
export function plainData(given: unknown, bigint?: (value: bigint) => string): unknown {
  let nodes = 0
  let characters = 0
  const count = (text: string) => {
    characters += text.length
    if (characters > MAX_CHARACTERS) throw invalidParams('The request is too long.')
    return text
  }
  const copy = (value: unknown, depth: number): unknown => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) throw invalidParams('The request has too many parts.')
    switch (typeof value) {
      case 'string':
        return count(value)
      case 'number':
        if (Number.isFinite(value)) return value
        break
      case 'boolean':
      case 'undefined':
        return value
      case 'bigint':
        if (bigint) return bigint(value)
        break
      case 'object':
        if (value === null) return null
        if (Array.isArray(value)) return value.map(each => copy(each, depth + 1))
        if (isRecord(value))
          return Object.fromEntries(
            Object.entries(value).map(([name, each]) => [count(name), copy(each, depth + 1)]),
          )
    }
    throw invalidParams('The request must be plain data, as in JSON.')
  }
  return copy(given, 0)
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
