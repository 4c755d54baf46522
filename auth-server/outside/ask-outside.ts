import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'
import { limitedText } from './limited-text.ts'

/** The address is none that may be asked. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
}

export interface OutsideCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the call, the reading of its answer included: an answer may come as slowly as it likes. */
  readonly signal: AbortSignal
  /** The most that is read of the answer; 0: the answer's text is not wanted. */
  readonly maxBytes: number
  /** An operator's command asks, on their own machine. */
  readonly isCommand?: boolean
}

export interface OutsideAnswer {
  readonly status: number
  readonly text: string
}

/**
 * The one way by which the server asks an address that a config, a token or a user names: webhooks, nodes, key sets, issuers and
 * their tokens' endpoints. Who names it would else have the server look around in the operator's own network (server-side
 * request forgery).
 *
 * - By https.
 * - At a public address: the one that is looked up and judged is the one that is connected to, so that a name which is
 *   answered otherwise the second time (DNS rebinding) changes nothing.
 * - No redirect is followed, and no more read than `maxBytes`.
 *
 * A development server (`VITRINE_DEV=1`) asks this machine too, also by http.
 *
 * @throws OutsideError; Error for an answer that is too long; what `signal` or the network throws
 */
export async function askOutside(
  url: string | URL,
  { method = 'GET', headers, body, signal, maxBytes, isCommand = false }: OutsideCall,
): Promise<OutsideAnswer> {
  const asksHere = isCommand || process.env.VITRINE_DEV === '1'
  requireOutside(new URL(url), asksHere)
  const answer = await fetch(url, {
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal,
    dispatcher: asksHere ? AGENTS.hereToo : AGENTS.outside,
  })
  const { status } = answer
  if (maxBytes === 0) {
    await answer.body?.cancel()
    return { status, text: '' }
  }
  return { status, text: await limitedText(answer, maxBytes) }
}

/** Before anything is looked up: the scheme, and an address that is written as numbers, for which nothing is looked up. */
function requireOutside({ protocol, hostname }: URL, asksHere: boolean): void {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || rangeOf(literal) === 'loopback'
  if (isHere && asksHere) return
  if (protocol !== 'https:') throw new OutsideError(`${hostname} is asked by https alone`)
  if (ipaddr.isValid(literal) && !isAllowed(literal, asksHere))
    throw new OutsideError(`${literal} is no public address`)
}

const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : null)

/** `unicast` is what no registry sets aside: neither loopback, private, link-local (with the metadata of clouds), nor tunnels into those. */
function isAllowed(address: string, asksHere: boolean): boolean {
  const range = rangeOf(address)
  return range === 'unicast' || (range === 'loopback' && asksHere)
}

/** `dns.lookup`, whose answer has addresses alone that may be asked. */
const lookUp =
  (asksHere: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '')
      const [first, ...others] = found.filter(({ address }) => isAllowed(address, asksHere))
      if (!first) return done(new OutsideError(`${hostname} has no public address`), '')
      if (options.all) return done(null, [first, ...others])
      done(null, first.address, first.family)
    })
  }

/** Each keeps its connections: one that a command or a development server has opened is no way around the judgement. */
const AGENTS = {
  outside: new Agent({ connect: { lookup: lookUp(false) } }),
  hereToo: new Agent({ connect: { lookup: lookUp(true) } }),
}
