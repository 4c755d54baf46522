import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ConnectionBindings } from './http/network.ts'
import { isLoopback, type Settings } from './settings.ts'

const REQUEST_LIMIT_MS = 30_000
const DRAIN_LIMIT_MS = 5_000
/** Longer than the frame server, who is told of it, keeps a connection that nobody uses. */
const IDLE_BETWEEN_PROCESSES_MS = 60_000
/**
 * Longer than the proxies in `deploy/` keep a connection that nobody uses: nginx 60 s, Caddy 120 s. The side that sends requests has to
 * close first: a request that meets the server's close on its way is lost.
 */
const IDLE_MS = 125_000

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
  const server = await open(handle, { path: socketPath }, IDLE_BETWEEN_PROCESSES_MS)
  process.umask(umask)
  return { close: () => drain(server) }
}

/**
 * Listens on the port: on the interface that the operator named; else on both loopback families when the wallet origin is
 * local, because a browser may resolve `localhost` to either; else on every interface.
 * @throws Error with a sentence when the port is taken, or the interface is none of this machine's.
 */
export async function listen(
  handle: RequestListener,
  { origin, port, host }: Pick<Settings, 'origin' | 'port' | 'host'>,
  portVariable = OF_THE_ORIGIN.port,
): Promise<Listener> {
  const variables = { ...OF_THE_ORIGIN, port: portVariable }
  if (host === null && isLoopback(origin)) {
    const four = await listenAt(handle, port, '127.0.0.1', variables)
    // A machine without IPv6 has no ::1.
    const six = await listenAt(handle, port, '::1', variables).catch(async error => {
      if (error instanceof NoAddress) return null
      await four.close()
      throw error
    })
    return { close: async () => void (await Promise.all([four.close(), six?.close()])) }
  }
  return listenAt(handle, port, host, variables)
}

/** The host is no address of this machine, or has none. */
class NoAddress extends Error {}

/** The settings that chose where to listen, as a sentence names them. */
const OF_THE_ORIGIN = { port: 'VITRINE_PORT', host: 'VITRINE_HOST' }

/**
 * Listens at one address.
 * @param host `null`: at all of this machine's
 * @throws Error with a sentence
 */
export async function listenAt(
  handle: RequestListener,
  port: number,
  host: string | null,
  variables = OF_THE_ORIGIN,
): Promise<Listener> {
  try {
    const server = await open(handle, { port, ...(host !== null && { host }) }, IDLE_MS)
    return { close: () => drain(server) }
  } catch (error) {
    throw withSentence(error, port, host, variables)
  }
}

function withSentence(
  cause: unknown,
  port: number,
  host: string | null,
  variables: typeof OF_THE_ORIGIN,
): unknown {
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is taken by another program. Stop it, or set ${variables.port} to a free port.`,
        { cause },
      )
    case 'EACCES':
      return new Error(
        `This user may not listen on port ${port}. Set ${variables.port} to one above 1023, or start the server as root.`,
        { cause },
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new NoAddress(
        `${variables.host} is "${host}", and no address has this name. Write an address of this machine, such as 127.0.0.1.`,
        { cause },
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return new NoAddress(
        `${variables.host} is "${host}", which is no address of this machine. Name one that it has, or leave ${variables.host} out.`,
        { cause },
      )
    default:
      return cause
  }
}

async function open(
  handle: RequestListener,
  where: { readonly path: string } | { readonly port: number; readonly host?: string },
  idleMs: number,
): Promise<Server> {
  const server = createServer(handle)
  server.requestTimeout = REQUEST_LIMIT_MS
  server.keepAliveTimeout = idleMs
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
