import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

export interface StaticSite {
  /** Another site than `wallet`. */
  readonly host: string
  readonly wallet: string
  stop(): Promise<void>
}

/** Serves the files of a folder that we built ourselves, on two origins. */
export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    readFile(join(folder, pathname)).then(
      content => {
        response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream')
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `http://127.0.0.1:${port}`,
    wallet: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
