import type { CustomFetch } from 'openid-client'
import type { ClientSettings } from '../../oauth-providers/client-settings.ts'
import { record } from '../../oauth-providers/provider.ts'
import { askOutside, type OutsideAnswer } from '../../outside/ask-outside.ts'

const MAX_BYTES = 262_144
/** Where the library that asks names no limit of its own. */
const TIMEOUT_MS = 10_000

/** The provider bars the person: said by status and words, for no standard has a code of it. */
export class Suspended extends Error {
  override readonly name: string = 'Suspended'
}

/** The provider did not answer, or sent elsewhere. */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable'
}

const SUSPENSION = /suspended|deactivated|banned|account[_ ]disabled|account[_ ]locked/i

/**
 * `fetch` to a provider: to the host that the operator named, and no more of an answer than has its place. What the providers answer otherwise than RFC 6749 has it is put right here: an error with status 200, a missing
 * `token_type`, scopes as a list, the answer inside of a list of one.
 */
export function providerFetch(settings: ClientSettings): CustomFetch {
  const isPlain = settings.issuer === null
  return async (url, { body, headers, method, signal }) => {
    const answer: OutsideAnswer = await askOutside(url, {
      method,
      headers: { ...headers, 'user-agent': 'Vitrine', accept: 'application/json' },
      // Forms alone are sent.
      ...(body != null && { body: String(body) }),
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MAX_BYTES,
    }).catch((cause: unknown) => {
      throw new Unreachable('the provider did not answer', { cause })
    })
    const { text } = answer
    if (answer.status >= 400 && answer.status < 500 && SUSPENSION.test(text)) throw new Suspended()
    if (url.split('?')[0] !== settings.token_endpoint.split('?')[0]) return remade(text, answer.status)
    const told = firstOf(parse(text))
    if (typeof told.error === 'string' || typeof told.error_code === 'string')
      return remade(JSON.stringify({ error: told.error ?? told.error_code }), Math.max(answer.status, 400))
    const { id_token, ...rest } = told
    const normal = {
      token_type: 'bearer',
      ...rest,
      ...(Array.isArray(told.scope) && { scope: told.scope.join(' ') }),
      // In plain OAuth nobody checks one.
      ...(id_token !== undefined && !isPlain && { id_token }),
    }
    return remade(JSON.stringify(normal), answer.status)
  }
}

const remade = (text: string, status: number) =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } })

/** Instagram wraps its answer. */
function firstOf(told: unknown): Readonly<Record<string, unknown>> {
  const { data } = record(told)
  return record(Array.isArray(data) && data.length === 1 ? data[0] : told)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { error: 'invalid_response' }
  }
}
