import { isLoopback } from '../server-options.ts'

/** A cookie's name and attributes, which are the same to set it and to clear it. */
export interface SessionCookie {
  readonly name: string
  set(value: string, maxAgeS: number): string
  clear(): string
}

const NAME = 'vitrine-site'

/**
 * No script reads it, and no other site's form sends it (RFC 6265bis §4.1.2). `__Host-`: it was set by this very host, over https, so a
 * neighbour below the same domain can put none in its place. On this machine, by http, browsers take no such name.
 * @param origins all https, or all of this machine
 */
export function sessionCookie(origins: readonly string[]): SessionCookie {
  const isSecure = !origins.every(origin => {
    const { protocol, hostname } = new URL(origin)
    return protocol === 'http:' && isLoopback(hostname)
  })
  const name = isSecure ? `__Host-${NAME}` : NAME
  const write = (value: string, maxAgeS: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { name, set: write, clear: () => write('', 0) }
}

/**
 * The value of a cookie (RFC 6265bis §5.7). Spaces and tabs around it are none of it, and nothing else is: HTTP libraries read the byte
 * 0xA0 as a space of Unicode, and a neighbour below the same domain could set a cookie whose name is ours but for that byte.
 * @returns `null` where there is none, or where two have the name: somebody put one beside it, and nothing says which
 */
export function readCookie(header: string | null | undefined, name: string): string | null {
  const values = (header ?? '').split(';').flatMap(pair => {
    const at = pair.indexOf('=')
    return at > 0 && trim(pair.slice(0, at)) === name ? trim(pair.slice(at + 1)) : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}

function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t'
