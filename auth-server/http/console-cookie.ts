import { SESSION_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'

/** By which the frame server says that a call came to the console's port; it takes none from outside. */
export const CONSOLE_HEADER = 'vitrine-at-console'

/**
 * The cookie of an operator's session. `__Host-` (RFC 6265bis §4.1.3.2): of this very host and over TLS; on `http://localhost`, where
 * browsers take no such name, without it.
 */
export function consoleCookie(origin: string): {
  readonly name: string
  /** `Set-Cookie` for a session. */
  open(token: string): string
  /** `Set-Cookie` that takes it away. */
  readonly close: string
} {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-vitrine-console' : 'vitrine-console'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    name,
    open: token => `${name}=${token}; ${attributes}; Max-Age=${SESSION_LIFETIME_MS / 1000}`,
    close: `${name}=; ${attributes}; Max-Age=0`,
  }
}
