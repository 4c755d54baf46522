import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  type SiteOptions,
  type VitrineServer,
  vitrineExpress,
  vitrineHono,
  vitrineNext,
} from '@vitrine/host-sdk/node'
import express from 'express'
import { Hono } from 'hono'

/** Sites of each framework: the routes below `/api/vitrine`, `/` that knows the user, and `/account` for users alone. */
export const FRAMEWORKS: Readonly<
  Record<string, (server: VitrineServer, options: SiteOptions) => RequestListener>
> = {
  Express(server, options) {
    const site = vitrineExpress(server, options)
    const app = express()
    app.use('/api/vitrine', site.routes)
    app.get('/', async (request, response) => {
      response.send((await site.getUser(request))?.id ?? 'nobody')
    })
    app.get('/account', site.requireUser, (_, response) => {
      response.send(response.locals.user.id)
    })
    app.get('/session', async (request, response) => {
      response.json(await site.getSession(request))
    })
    app.use(reportFailure)
    return app
  },
  Hono(server, options) {
    const site = vitrineHono(server, options)
    const app = new Hono()
    app.all('/api/vitrine/*', site.routes)
    app.get('/', async c => c.text((await site.getUser(c))?.id ?? 'nobody'))
    app.get('/account', site.requireUser, async c => c.text((await site.getUser(c))?.id ?? ''))
    app.get('/session', async c => c.json(await site.getSession(c)))
    app.onError((_, c) => c.text('failed', 500))
    return getRequestListener(app.fetch)
  },
  Next(server, options) {
    const site = vitrineNext(server, options)
    // As Next calls route handlers, and gives server components their cookies.
    return getRequestListener(async request => {
      const { pathname } = new URL(request.url)
      try {
        if (pathname.startsWith('/api/')) return await site.handlers.POST(request)
        if (pathname === '/') return new Response((await site.getUser(request))?.id ?? 'nobody')
        if (pathname === '/session') return Response.json(await site.getSession(request))
        return new Response((await site.requireUser(cookiesOf(request))).id)
      } catch (error) {
        const { code } = error as { code?: string }
        return new Response(null, { status: code === 'must_be_authenticated' ? 401 : 500 })
      }
    })
  },
}

const reportFailure: express.ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(500).send('failed')
}

/** As `await cookies()`, whose reader keeps the last of a name. */
function cookiesOf(request: Request) {
  const pairs = (request.headers.get('cookie') ?? '').split('; ').map(pair => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), { value: pair.slice(at + 1) }] as const
  })
  const values = new Map(pairs)
  return { get: (name: string) => values.get(name) }
}

/** A site on a socket. */
export async function startSite(listener: RequestListener) {
  const http = createServer(listener).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    address,
    post: (action: string, init: RequestInit = {}) =>
      fetch(`${address}/api/vitrine/${action}`, { method: 'POST', ...init }),
    get: (path: string, cookie?: string) =>
      fetch(`${address}${path}`, { headers: cookie === undefined ? {} : { cookie } }),
    stop: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
export type StartedSite = Awaited<ReturnType<typeof startSite>>
