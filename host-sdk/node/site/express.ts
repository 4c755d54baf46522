import type { User } from '@vitrine/shared/api/client-user.ts'
import type { VitrineServer } from '../create-server.ts'
import type { SiteAnswer, SiteCall } from './call.ts'
import type { SiteSession } from './sealed-session.ts'
import { createSite } from './site.ts'
import type { SiteOptions } from './site-options.ts'
import { actionOf, headersOf, NOBODY } from './web.ts'

/** What is needed of a request: Express's has it, and `http.IncomingMessage`. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What is needed of an answer: Express's has it, and `http.ServerResponse`. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string): unknown
  end(text?: string): unknown
}

type Middleware = (
  request: NodeRequest,
  response: NodeResponse,
  next: (error?: unknown) => void,
) => Promise<void>

export interface VitrineExpress {
  /** Middleware for `app.use('/api/vitrine', …)`: POST `/login`, `/logout` and `/webhook` below it. Before `express.json()`. */
  readonly routes: Middleware
  /** Who is logged in. @throws VitrineError where the wallet's server cannot be asked */
  getUser(request: Pick<NodeRequest, 'headers'>): Promise<User | null>
  getSession(request: Pick<NodeRequest, 'headers'>): Promise<SiteSession | null>
  /** Middleware of routes for users alone: 401 for others. Later handlers have the user as `response.locals.user`. */
  readonly requireUser: Middleware
}

/** @throws VitrineError `configuration_error` for options that cannot work */
export function vitrineExpress(server: VitrineServer, options: SiteOptions): VitrineExpress {
  const site = createSite(server, options)
  return {
    async routes(request, response, next) {
      try {
        send(response, await site.answer(toCall(request)))
      } catch (error) {
        next(error)
      }
    },
    getUser: async ({ headers }) => (await site.find(joined(headers.cookie)))?.user ?? null,
    getSession: async ({ headers }) => (await site.find(joined(headers.cookie)))?.session ?? null,
    async requireUser(request, response, next) {
      try {
        const found = await site.find(joined(request.headers.cookie))
        if (!found) return send(response, NOBODY)
        const { locals = {} } = response as { locals?: Record<string, unknown> }
        Object.assign(response, { locals: Object.assign(locals, { user: found.user }) })
      } catch (error) {
        return next(error)
      }
      next()
    },
  }
}

const joined = (header: string | string[] | undefined): string | null =>
  Array.isArray(header) ? header.join('; ') : (header ?? null)

const toCall = (request: NodeRequest): SiteCall => ({
  method: request.method ?? '',
  action: actionOf(request.url ?? ''),
  header: name => joined(request.headers[name]),
  // Where a parser was there before us, the stream has nothing any more.
  body: (request as { body?: unknown }).body ?? request,
})

function send(response: NodeResponse, answer: SiteAnswer): void {
  response.statusCode = answer.status
  const { 'set-cookie': cookie, ...headers } = headersOf(answer)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // Others before us may have set theirs.
  if (cookie !== undefined) response.appendHeader('set-cookie', cookie)
  response.end(answer.body ? JSON.stringify(answer.body) : undefined)
}
