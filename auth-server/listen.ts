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
 * Listens on the port: on the interface that the operator named; else on both loopback families when the wallet origin is
 * local, because a browser may resolve `localhost` to either; else on every interface.
 * @throws Error with a sentence when the port is taken, or the interface is none of this machine's.
 */
export async function listen(
  handle: RequestListener,
  { origin, port, host: only }: Pick<Settings, 'origin' | 'port' | 'host'>,
  portVariable = 'VITRINE_PORT',
): Promise<Listener> {
  const hosts = only !== null ? [only] : isLoopback(origin) ? ['127.0.0.1', '::1'] : [undefined]
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map(drain))
  }
  for (const host of hosts) {
    try {
      servers.push(await open(handle, { port, ...(host && { host }) }))
    } catch (error) {
      // A machine without IPv6 has no ::1.
      if (only === null && host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error)))
        continue
      await close()
      const sentence = whyNot(codeOf(error), port, only, portVariable)
      throw sentence === null ? error : new Error(sentence, { cause: error })
    }
  }
  return { close }
}

/** Why nothing can listen there, by the error of `listen(2)` or of the look-up of a name; `null`: for another reason. */
function whyNot(code: string, port: number, host: string | null, portVariable: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop it, or set ${portVariable} to a free port.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${portVariable} to one above 1023, or start the server as root.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `VITRINE_HOST is "${host}", and no address has this name. Write an address of this machine, such as 127.0.0.1.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `VITRINE_HOST is "${host}", which is no address of this machine. Name one that it has, or leave VITRINE_HOST out.`
    default:
      return null
  }
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
