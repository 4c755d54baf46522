import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createVitrineServer, type VitrineServer, type VitrineServerOptions } from '@vitrine/host-sdk/node'
import { rateLimits } from '../../database/schema.ts'
import { call, type LoggedIn } from '../../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

/** The site whose backend it is; the app's config allows it. */
export const SITE = 'https://shop.example'

/** A wallet's server on a socket, and backends that call it. */
export interface Wallet {
  readonly server: TestServer
  /** A backend of the app, or of another one. */
  backend(options?: Partial<VitrineServerOptions>): VitrineServer
  /** Paths that backends have called. */
  readonly called: string[]
  /** What the frame gives the page. */
  loginCode(login: LoggedIn, audience?: string): Promise<string>
  stop(): Promise<void>
}

export async function startWallet(): Promise<Wallet> {
  const server = await startTestServer()
  const http = createServer(getRequestListener(server.app.fetch)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const called: string[] = []
  return {
    server,
    called,
    backend: options =>
      createVitrineServer({
        appId: server.appId,
        appSecret: server.appSecret,
        walletOrigin: ORIGIN,
        siteOrigin: SITE,
        // The server's own origin is a name that nothing listens at.
        fetch: (url, init) => {
          const { pathname, search } = new URL(String(url))
          called.push(pathname)
          return fetch(`${address}${pathname}${search}`, init)
        },
        ...options,
      }),
    async loginCode({ device, token }, audience = SITE) {
      await server.ctx.db.delete(rateLimits)
      const path = '/api/v1/sessions/login_code/create'
      const proof = { accessToken: token, now: server.clock.now }
      const { body } = await call<{ readonly code?: string; readonly error?: string }>(server, path, {
        body: { site: audience, audience },
        headers: {
          dpop: await device.prove('POST', `${ORIGIN}${path}`, proof),
          authorization: `Bearer ${token}`,
        },
      })
      if (body.code === undefined) throw new Error(`no login code: ${body.error}`)
      return body.code
    },
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
      await server.stop()
    },
  }
}
