import type { User } from '@vitrine/shared/api/client-user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineServer } from '../create-server.ts'
import { configurationError } from '../server-options.ts'
import {
  isParsed,
  readBytes,
  requireJson,
  requireOwnPage,
  requirePost,
  type SiteAnswer,
  type SiteCall,
  SiteRefusal,
} from './call.ts'
import { readCookie, sessionCookie } from './cookie.ts'
import { createMemoryEndedSessions, ofCookie, ofUser } from './ended-sessions.ts'
import { createSealer, type SiteSession } from './sealed-session.ts'
import { createSessionWatch } from './session-watch.ts'
import { CHECK_EVERY_S, checkSiteOptions, MAX_AGE_S, type SiteOptions } from './site-options.ts'
import { createWebhookTaker } from './take-webhook.ts'

/** A site's sessions, below the adapters of frameworks. */
export interface Site {
  readonly cookieName: string
  /** `POST …/login`, `…/logout`, `…/webhook`. @throws what is no refusal, e.g. a wrong app secret: the framework's to report */
  answer(call: SiteCall): Promise<SiteAnswer>
  /** @param cookies the header. @throws VitrineError where the wallet cannot be asked */
  find(cookies: string | null | undefined): Promise<LoggedIn | null>
  /** @param sealed the value of the cookie */
  open(sealed: string | null): Promise<LoggedIn | null>
}

export interface LoggedIn {
  readonly user: User
  readonly session: SiteSession
}

/** A login code has less than a hundred characters. */
const LOGIN_BYTES = 4096

/** @throws VitrineError `configuration_error` */
export function createSite(server: VitrineServer, options: SiteOptions): Site {
  const { siteOrigins: origins } = server
  if (origins.length === 0) throw configurationError('`siteOrigin` of `createVitrineServer` is missing.')
  if (new Set(origins.map(origin => new URL(origin).protocol)).size > 1)
    throw configurationError('The origins in `siteOrigin` are all https:, or all of this machine.')
  checkSiteOptions(options)
  const {
    maxAgeS = MAX_AGE_S,
    checkEveryS = CHECK_EVERY_S,
    endedSessions: ended = createMemoryEndedSessions(),
  } = options
  const cookie = sessionCookie(origins)
  const sealer = createSealer(options.cookieSecret, server)
  const watch = createSessionWatch(server, checkEveryS)
  const takeWebhook = createWebhookTaker(server, options, {
    endUser: async userId => ended.end(ofUser(userId), new Date(Date.now() + maxAgeS * 1000)),
    forgetUser: watch.forgetUser,
  })

  async function open(sealed: string | null): Promise<LoggedIn | null> {
    const session = sealed === null ? null : await sealer.open(sealed)
    if (!session || (await hasEnded(session))) return null
    const user = await watch.look(session)
    return user && { user, session }
  }

  const hasEnded = async ({ id, userId }: SiteSession) =>
    (await ended.hasEnded(ofCookie(id))) || (await ended.hasEnded(ofUser(userId)))

  /** Whoever kept a copy of the cookie does not go on with it. */
  async function endCookie({ header }: SiteCall): Promise<void> {
    const sealed = readCookie(header('cookie'), cookie.name)
    const session = sealed === null ? null : await sealer.open(sealed)
    if (session) await ended.end(ofCookie(session.id), session.expiresAt)
  }

  async function logIn(call: SiteCall): Promise<SiteAnswer> {
    requirePost(call)
    const audience = requireOwnPage(call, origins)
    requireJson(call)
    const code = await readCode(call.body)
    const login = await server.redeemLoginCode(code, { audience }).catch(refuse)
    await options.onLogin?.(login)
    await endCookie(call)
    const { user, session } = login
    const most = Math.floor(Date.now() / 1000) + maxAgeS
    const expires = Math.min(Math.floor(session.expiresAt.getTime() / 1000), most)
    const sealed = await sealer.seal({
      sessionId: session.id,
      userId: user.id,
      expiresAt: new Date(expires * 1000),
    })
    watch.begin({ sessionId: session.id, userId: user.id }, user)
    const age = expires - Math.floor(Date.now() / 1000)
    return { status: 200, headers: { 'set-cookie': cookie.set(sealed, age) }, body: { user } }
  }

  async function logOut(call: SiteCall): Promise<SiteAnswer> {
    requirePost(call)
    requireOwnPage(call, origins)
    await endCookie(call)
    return { status: 200, headers: { 'set-cookie': cookie.clear() }, body: {} }
  }

  const actions = new Map([
    ['login', logIn],
    ['logout', logOut],
    ['webhook', takeWebhook],
  ])

  return {
    cookieName: cookie.name,
    async answer(call) {
      try {
        const act = actions.get(call.action)
        if (!act) throw new SiteRefusal(404, 'not_found', 'There is login, logout and webhook.')
        return await act(call)
      } catch (error) {
        if (!(error instanceof SiteRefusal)) throw error
        const { status, code, headers, message } = error
        return { status, headers, body: { error: message, code } }
      }
    },
    find: cookies => open(readCookie(cookies, cookie.name)),
    open,
  }
}

/** @throws SiteRefusal */
async function readCode(body: unknown): Promise<string> {
  const wrong = new SiteRefusal(400, 'invalid_data', 'Send `{"code": "…"}`, of `vitrine.getLoginCode()`.')
  let given = body
  if (!isParsed(body)) {
    const text = new TextDecoder().decode(await readBytes(body, LOGIN_BYTES))
    try {
      given = JSON.parse(text)
    } catch {
      throw wrong
    }
  }
  const { code } = Object(given)
  if (typeof code !== 'string' || code === '') throw wrong
  return code
}

/** What a page may know of a login that failed; the rest is for the site's own log. */
function refuse(error: unknown): never {
  if (!(error instanceof VitrineError)) throw error
  const { code, message, data } = error
  if (code === 'invalid_credentials') throw new SiteRefusal(401, code, message)
  if (code === 'too_many_requests') {
    const wait = Number(Object(data).retryAfter ?? 60)
    throw new SiteRefusal(429, code, 'Too many logins at once. Try again later.', {
      'retry-after': String(wait),
    })
  }
  if (code === 'service_unavailable' || code === 'client_request_timeout')
    throw new SiteRefusal(503, 'service_unavailable', 'The login could not be confirmed. Try again.')
  throw error
}
