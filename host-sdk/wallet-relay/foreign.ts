/**
 * Values that come from a wallet or an extension. Any of them may be a proxy, have getters that throw or change their mind, or
 * be as long as memory: each is read once, bounded, and copied.
 */

/** A property of whatever it is; `undefined` also where reading it throws. */
export function read(value: unknown, key: string | symbol): unknown {
  try {
    return (value as Record<string | symbol, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** A method with its `this`; `undefined` where there is none. What it returns or throws is still a stranger's. */
export function method(of: unknown, key: string): ((...given: readonly unknown[]) => unknown) | undefined {
  const found = read(of, key)
  return typeof found === 'function' ? (...given) => Reflect.apply(found, of, given) : undefined
}

/** The first `limit` of a list's elements; none of what is no list. */
export function readList(value: unknown, limit: number): unknown[] {
  const length = read(value, 'length')
  if (typeof value !== 'object' || typeof length !== 'number') return []
  return Array.from({ length: Math.min(limit, Math.max(0, Math.floor(length) || 0)) }, (_, index) =>
    read(value, `${index}`),
  )
}

/** Text of at most so many characters; `null` for anything else. */
export const textOf = (value: unknown, limit: number): string | null =>
  typeof value === 'string' && value.length <= limit ? value : null

// The engine's own, which look at what a value is: its own properties can say anything.
const { get: brandOf } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
) as { get(): unknown }
const { get: lengthOf } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  'length',
) as { get(): number }

/** A fresh copy of bytes, also of another frame's `Uint8Array` or a `Buffer`; `null` for anything else or more than `limit`. */
export function copyBytes(value: unknown, limit: number): Uint8Array | null {
  if (Reflect.apply(brandOf, value, []) !== 'Uint8Array') return null
  const length = Reflect.apply(lengthOf, value, [])
  return length > 0 && length <= limit ? new Uint8Array(value as Uint8Array) : null
}
