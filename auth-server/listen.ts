import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { isLoopback, type Settings } from './settings.ts'

const REQUEST_LIMIT_MS = 30_000
const DRAIN_LIMIT_MS = 5_000

export interface Listener {
  /** Takes no more connections, lets running requests end, then closes. */
  close(): Promise<void>
}

/**
 * Listens on the port: on both loopback families when the wallet origin is local, because a browser may resolve
 * `localhost` to either; else on every interface.
 * @throws Error with a sentence when the port is taken.
 */
export async function listen(app: Hono, settings: Settings): Promise<Listener> {
  const hosts = isLoopback(settings.origin) ? ['127.0.0.1', '::1'] : [undefined]
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map(drain))
  }
  for (const host of hosts) {
    try {
      servers.push(await open(app, settings.port, host))
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) continue
      await close()
      if (codeOf(error) !== 'EADDRINUSE') throw error
      throw new Error(
        `Port ${settings.port} is taken by another program. Stop it, or set VITRINE_PORT to a free port.`,
        { cause: error },
      )
    }
  }
  return { close }
}

async function open(app: Hono, port: number, host: string | undefined): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.requestTimeout = REQUEST_LIMIT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

function drain(server: Server): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
