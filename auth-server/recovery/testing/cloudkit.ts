import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** CloudKit's web services, as far as a server asks them: on loopback, with one container. */
export interface TestCloudKit {
  readonly url: string
  /** As an app's config names it. */
  readonly container: {
    readonly container_identifier: string
    readonly api_token: string
    readonly environment: 'development'
    readonly url: string
  }
  /** Where it says that a person logs in; assign to change it. */
  login: string
  /** In the place of what it answers. */
  instead: { readonly status: number; readonly body: unknown } | null
  readonly calls: readonly string[]
  stop(): Promise<void>
}

const CONTAINER = 'iCloud.com.shop.wallet'
const TOKEN = 'a1b2c3d4'

/** It checks what Apple's checks: path, container, environment and the API token. */
export async function startCloudKit(): Promise<TestCloudKit> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cloudkit')
    calls.push(pathname)
    const isOurs = pathname === `/database/1/${CONTAINER}/development/public/users/caller`
    const { status, body } =
      cloud.instead ??
      (!isOurs || searchParams.get('ckAPIToken') !== TOKEN
        ? { status: 401, body: { serverErrorCode: 'AUTHENTICATION_FAILED', reason: 'unknown token' } }
        : { status: 421, body: { serverErrorCode: 'AUTHENTICATION_REQUIRED', redirectURL: cloud.login } })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cloud: TestCloudKit = {
    url,
    container: { container_identifier: CONTAINER, api_token: TOKEN, environment: 'development', url },
    login: `${url}/auth?oauth_token=x`,
    instead: null,
    calls,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return cloud
}
