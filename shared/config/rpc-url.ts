import * as z from 'zod/mini'
import { parseUrl } from '../parse-url.ts'
import { webOrigin } from './web-origin.ts'

const HTTP = ['https:', 'http:'] as const
const SOCKET = ['wss:', 'ws:'] as const

/** A JSON-RPC endpoint of a chain: `https:`, or `http:` on this machine. Every visitor of the app's sites can read it. */
export const rpcUrl = endpoint(
  HTTP,
  'Write an address that begins with https://, without user name or password',
)

/** An endpoint for subscriptions: `wss:`, or `ws:` on this machine. */
export const rpcSocketUrl = endpoint(
  SOCKET,
  'Write an address that begins with wss://, without user name or password',
)

/**
 * The origin of an endpoint as a Content-Security-Policy names it, e.g. `https://rpc.example` or `wss://rpc.example`.
 * @returns `null` for anything that is not plainly one origin: `*`, `;` or `'` in it would mean something else there.
 * In the clear only to this machine: whoever answers in a node's place decides what a person believes to be their balance.
 */
export function rpcOrigin(value: string): string | null {
  const url = parseUrl(value)
  if (!url || ![...HTTP, ...SOCKET].some(each => each === url.protocol)) return null
  // A browser refuses to fetch an address with credentials.
  if (url.username !== '' || url.password !== '') return null
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  if (!isSecure && !LOOPBACK.test(url.hostname)) return null
  // IPv6 literals have no spelling in a policy.
  if (url.hostname.startsWith('[')) return null
  return webOrigin.safeParse(url.origin.replace(/^ws/, 'http')).success ? url.origin : null
}

/** Of a URL. */
export const isOnThisMachine = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+)$/

function endpoint(schemes: readonly string[], error: string) {
  return z.string().check(
    z.maxLength(2048),
    // No space or control character, which URL parsers drop in silence.
    z.regex(/^[\x21-\x7e]+$/),
    z.refine(value => rpcOrigin(value) !== null && schemes.includes(new URL(value).protocol), error),
  )
}
