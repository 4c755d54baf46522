import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TARBALL } from '../../scripts/examples/packed.mjs'
import { root } from '../fixtures/server-process.ts'

/** The part of npm's registry that has `@vitrine/host-sdk`, as it is packed here. */
export interface PackageRegistry {
  /** Has npm ask it for packages of this scope, and the usual registry for all others. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startPackageRegistry(): Promise<PackageRegistry> {
  const tarball = await readFile(root + TARBALL)
  const manifest = JSON.parse(await readFile(`${root}host-sdk/package.json`, 'utf8'))
  const { name, version } = manifest
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const dist = { tarball: `http://127.0.0.1:${port}/host-sdk.tgz`, integrity }
    if (request.url === '/host-sdk.tgz') response.end(tarball)
    else if (decodeURIComponent(request.url ?? '') === `/${name}`)
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          ...{ name, 'dist-tags': { latest: version } },
          versions: { [version]: { ...manifest, dist } },
        }),
      )
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: { [`npm_config_${name.split('/')[0]}:registry`]: `http://127.0.0.1:${port}/` },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
