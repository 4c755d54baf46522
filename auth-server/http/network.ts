import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context as RequestContext } from 'hono'
import type { Settings } from '../settings.ts'
import { OWN_MACHINE } from '../words/asked-from.ts'

/**
 * The network that a call comes from, as rate limits count it: an IPv4 address, or the /64 of an IPv6 address, because
 * one subscriber owns a whole /64. Behind `VITRINE_TRUST_PROXY` = n proxies it is the n-th entry of `X-Forwarded-For`
 * from the right: entries further left are whatever the client wrote.
 */
export const clientNetwork = (settings: Settings, c: RequestContext): string =>
  networkOf(forwardedFor(settings, c))

/** The whole address, for a company that demands it; the same as `clientNetwork` finds it. */
export const clientAddress = (settings: Settings, c: RequestContext): string =>
  withoutPort(forwardedFor(settings, c))

function forwardedFor(settings: Settings, c: RequestContext): string {
  if (settings.trustedProxies === 0) return socketAddress(c)
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(entry => entry.trim())
  return forwarded.at(-settings.trustedProxies) || socketAddress(c)
}

/** The /48 that a /64 of `networkOf` is in: what a site or a rented server is given. `null` for other networks. */
export const siteOf = (network: string): string | null =>
  /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(network)?.[1]?.concat('::/48') ?? null

/**
 * Whom a call of `networkOf` shares its provider's line with: an IPv4 /24 or an IPv6 /48, which cost about the same to have
 * many of. The network itself where it is neither.
 */
export const neighbourhoodOf = (network: string): string =>
  siteOf(network) ?? network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

/**
 * A network of `networkOf` as it is stored: `203.0.113.x`, `2001:db8:0:x`. Enough to look its place up (`places/open-places.ts`), and
 * not the whole address of who mistypes theirs. `undefined` for what is no network, and for the server's own machine, which stands for
 * everybody behind a proxy that was not named; but on a development server it is where the developer is.
 */
export function placeOf({ development }: Pick<Settings, 'development'>, network: string): string | undefined {
  if (/^(?:127\.[\d.]+|0:0:0:0::\/64)$/.test(network)) return development ? OWN_MACHINE : undefined
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network) ?? []
  const [, six] = /^((?:[\da-f]{1,4}:){3})[\da-f]{1,4}::\/64$/.exec(network) ?? []
  return four ? `${four}.x` : six && `${six}x`
}

/** By which the frame server tells the API process who called it; it takes none from outside. */
export const CLIENT_ADDRESS_HEADER = 'vitrine-client-address'

/** What `listen.ts` says of a request: the API process hears of clients from the frame server alone. */
export interface ConnectionBindings extends HttpBindings {
  readonly isFromFrameServer?: boolean
}

/** The other end of the connection to the wallet origin, which may be a proxy. */
export function socketAddress(c: RequestContext): string {
  const { incoming, isFromFrameServer } = (c.env ?? {}) as Partial<ConnectionBindings>
  const address = isFromFrameServer
    ? incoming?.headers[CLIENT_ADDRESS_HEADER]
    : incoming?.socket.remoteAddress
  return typeof address === 'string' ? address : 'unknown'
}

/** 127.0.0.0/8, also as IPv6 writes it, and ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address) || address === '::1'

/** Whom a proxy says that it calls for, in the headers that proxies set (RFC 7239, and `X-Forwarded-For`); without their ports. */
export function proxiedFor(c: RequestContext): readonly string[] {
  const listed = (c.req.header('x-forwarded-for') ?? '').split(',').map(entry => entry.trim())
  const named = (c.req.header('forwarded') ?? '').matchAll(/\bfor="?([^";,\s]+)/gi)
  return [...listed.filter(entry => entry !== ''), ...Array.from(named, ([, entry = '']) => entry)].map(
    withoutPort,
  )
}

/** Without the port that some proxies write beside an address (`203.0.113.7:5678`, `[2001:db8::1]:443`). */
function withoutPort(entry: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? []
  return inBrackets ?? beforePort ?? entry
}

/** The IPv4 address of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) in any of its spellings; `null` for others. */
function mappedIpv4(address: string): string | null {
  // A URL has one spelling: the groups in hexadecimal, without their zeros.
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostOf(address)) ?? []
  if (high === undefined || low === undefined) return null
  const bits = [high, low].map(group => Number.parseInt(group, 16))
  return bits.flatMap(group => [group >> 8, group & 255]).join('.')
}

/** Without the zone of a link-local address (RFC 4007 §11). */
const withoutZone = (address: string) => address.split('%', 1)[0] ?? ''

const hostOf = (address: string) => new URL(`http://[${withoutZone(address)}]`).hostname

/**
 * `203.0.113.7` → itself; `2001:db8::1` → `2001:db8:0:0::/64`; an IPv4-mapped address → its IPv4 address. Without a port,
 * of which each would be a network of its own.
 */
export function networkOf(entry: string): string {
  const address = withoutPort(entry)
  if (!isIPv6(address)) return address.slice(0, 64)
  const mapped = mappedIpv4(address)
  if (mapped !== null) return mapped
  const [head = '', tail] = withoutZone(address).toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map(group => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
