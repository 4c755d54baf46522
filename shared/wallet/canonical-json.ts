import './well-formed.ts'
import canonicalize from 'canonicalize'

/**
 * The one serialisation of a JSON value (RFC 8785, JCS): what is signed, sealed or hashed on one side is rebuilt byte by
 * byte on the other.
 *
 * @throws TypeError when the value has no JSON form; Error for NaN, Infinity and one half of a UTF-16 pair (§3.2.2.2).
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('The value has no JSON form')
  return text
}
