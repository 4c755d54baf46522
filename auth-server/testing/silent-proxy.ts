import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A TCP proxy before Postgres that can fall silent: connections stay open, and nothing comes through them. */
export interface SilentProxy {
  /** libpq URL of the same database, through the proxy. */
  readonly url: string
  /** Connections that it took so far. */
  readonly taken: number
  /**
   * Nothing comes through from now on, in either direction; what is connected meanwhile is taken, and hears nothing.
   * `answers`: what is sent still comes to Postgres, and its answer does not come back.
   */
  silence(what?: 'all' | 'answers'): void
  /** As a machine that came back: connections of before stay dead, new ones are forwarded. */
  recover(): void
  close(): Promise<void>
}

/** @param url of Postgres on a Unix socket, whose folder is its parameter `host` */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let silent: 'all' | 'answers' | null = null
  let taken = 0

  const server = createServer(client => {
    taken++
    const postgres = connect(target)
    const forward = (from: Socket, to: Socket, until: () => boolean) => {
      sockets.add(from)
      let isDead = false
      from.on('data', chunk => {
        isDead ||= until()
        if (!isDead) to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
    forward(client, postgres, () => silent === 'all')
    forward(postgres, client, () => silent !== null)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    get taken() {
      return taken
    },
    silence(what = 'all') {
      silent = what
    },
    recover() {
      // Those of before are as dead as they were.
      for (const socket of sockets) socket.removeAllListeners('data').resume()
      silent = null
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
