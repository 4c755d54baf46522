import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { parse } from 'hono/utils/cookie'
import { answerLogged } from '../frame/answered.ts'
import { type ApiAddress, forward, type Side } from '../frame/forward.ts'
import { CONSOLE_HEADER, consoleCookie } from '../http/console-cookie.ts'
import type { Settings } from '../settings.ts'
import { createConsoleServer } from './server.ts'

/** Only reads the path of a request. */
const BASE = 'http://localhost'

/**
 * What the console's port answers: its page and files, and what the API process answers to operators. It says of each call that it came
 * here, by a header that nobody outside can set; by that the API process tells its two callers apart.
 */
export function createConsoleListener(
  settings: Parameters<typeof answerLogged>[0] & Pick<Settings, 'distDir'>,
  origin: string,
  api: ApiAddress,
): RequestListener {
  const serve = getRequestListener(createConsoleServer(settings, origin).fetch)
  const side = consoleSide(origin)
  const answer: RequestListener = (incoming, outgoing) => {
    const url = incoming.url ?? ''
    const { pathname, search } = URL.canParse(url, BASE) ? new URL(url, BASE) : { pathname: '/', search: '' }
    if (!pathname.startsWith('/api/v1/')) return serve(incoming, outgoing)
    return forward(api, `${pathname}${search}`, incoming, outgoing, origin, side)
  }
  return (incoming, outgoing) => answerLogged(settings, incoming, outgoing, () => answer(incoming, outgoing))
}

/** Of all cookies the operator's alone goes in and out, and out in no other form than ours. */
function consoleSide(origin: string): Side {
  const { name, open, close } = consoleCookie(origin)
  return {
    handedOn(headers: IncomingHttpHeaders) {
      // Here and at the API by the same parser: what is no cookie of ours to one is none to the other.
      const value = parse(headers.cookie ?? '', name)[name]
      return {
        [CONSOLE_HEADER]: '1',
        ...(value !== undefined && /^[\w-]{43}$/.test(value) && { cookie: `${name}=${value}` }),
      }
    },
    answered({ 'set-cookie': cookies = [] }: IncomingHttpHeaders) {
      const ours = cookies.filter(cookie => {
        const token = new RegExp(`^${name}=([\\w-]{43});`).exec(cookie)?.[1]
        return cookie === close || (token !== undefined && cookie === open(token))
      })
      return ours.length === 1 ? { 'set-cookie': ours } : {}
    },
  }
}
