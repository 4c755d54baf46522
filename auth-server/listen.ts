import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ConnectionBindings } from './http/network.ts'
import { isLoopback, type Settings } from './settings.ts'

const REQUEST_LIMIT_MS = 30_000
const DRAIN_LIMIT_MS = 5_000
/** Longer than the frame server, who is told of it, keeps a connection that nobody uses. */
const IDLE_BETWEEN_PROCESSES_MS = 60_000

export interface Listener {
  /** Takes no more connections, lets running requests end, then closes. */
  close(): Promise<void>
}

/**
 * Listens on a Unix socket for the frame server, who says for whom each request is.
 * @param isShared see `serveFrames`
 */
export async function listenForFrameServer(
  app: Hono,
  socketPath: string,
  isShared: boolean,
): Promise<Listener> {
  const handle = getRequestListener((request, bindings) =>
    app.fetch(request, { ...bindings, isFromFrameServer: true } as ConnectionBindings),
  )
  const umask = process.umask(isShared ? 0o117 : 0o177)
  const server = await open(handle, { path: socketPath })
  process.umask(umask)
  server.keepAliveTimeout = IDLE_BETWEEN_PROCESSES_MS
  return { close: () => drain(server) }
}

/**
 * Listens on the port: on both loopback families when the wallet origin is local, because a browser may resolve
 * `localhost` to either; else on every interface.
 * @throws Error with a sentence when the port is taken.
 */
export async function listen(
  handle: RequestListener,
  settings: Pick<Settings, 'origin' | 'port'>,
  portVariable = 'VITRINE_PORT',
): Promise<Listener> {
  const hosts = isLoopback(settings.origin) ? ['127.0.0.1', '::1'] : [undefined]
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map(drain))
  }
  for (const host of hosts) {
    try {
      servers.push(await open(handle, { port: settings.port, ...(host && { host }) }))
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) continue
      await close()
      if (codeOf(error) !== 'EADDRINUSE') throw error
      throw new Error(
        `Port ${settings.port} is taken by another program. Stop it, or set ${portVariable} to a free port.`,
        { cause: error },
      )
    }
  }
  return { close }
}

async function open(
  handle: RequestListener,
  where: { readonly path: string } | { readonly port: number; readonly host?: string },
): Promise<Server> {
  const server = createServer(handle)
  server.requestTimeout = REQUEST_LIMIT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
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
