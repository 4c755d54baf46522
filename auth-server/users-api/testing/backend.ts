import { type Answer, call } from '../../testing/client.ts'
import type { TestServer } from '../../testing/server.ts'

export interface Credentials {
  readonly id: string
  readonly secret: string
}

/** Calls the users API as an app's backend does: without `Origin`, with the app's secret. */
export const asBackend = <Body = Record<string, unknown>>(
  server: Pick<TestServer, 'app' | 'appId' | 'appSecret' | 'clock' | 'mails' | 'signerKeys'>,
  request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  body?: unknown,
  {
    as = { id: server.appId, secret: server.appSecret },
    app,
  }: { readonly as?: Credentials; readonly app?: TestServer['app'] } = {},
): Promise<Answer<Body & { readonly error?: string; readonly code?: string }>> => {
  const [method, path] = request.split(' ')
  const credentials = Buffer.from(`${as.id}:${as.secret}`).toString('base64')
  return call(server, `/api/v1${path}`, {
    method: method ?? '',
    headers: { authorization: `Basic ${credentials}`, origin: '' },
    ...(body !== undefined && { body }),
    ...(app && { app }),
  })
}
