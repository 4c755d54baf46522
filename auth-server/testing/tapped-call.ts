import { randomUUID } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { SignerRequest } from '../signer/operations.ts'
import type { TestDevice } from '../signer/testing/device.ts'
import { type CalledServer, ORIGIN } from './server.ts'

type Body = Readonly<Record<string, unknown>>
/** What the signer asks of a device besides what is proven. */
type Signed = Pick<SignerRequest<'verifyLogin'>, 'publicKey' | 'authorization'>

/** A person's call as the API process gets it: on its way, and not yet served. */
export interface TappedCall {
  readonly body: Body
  readonly signed: Signed
  /** Has the server serve it after all. */
  deliver(): Promise<{ readonly status: number; readonly body: Body }>
}

/** Takes a call of a person's on its way to the server. @param act makes it, by the `app` that it is given */
export async function tap(
  server: CalledServer,
  { publicKey }: Pick<TestDevice, 'publicKey'>,
  act: (app: CalledServer['app']) => Promise<unknown>,
): Promise<TappedCall> {
  let seen: { readonly url: string; readonly init: RequestInit } | null = null
  const kept = { status: 503, code: 'kept', error: 'kept' }
  await act({
    async request(url, init = {}) {
      seen = { url, init }
      return new Response(JSON.stringify(kept), { status: kept.status })
    },
  })
  const { url, init } = seen as unknown as { url: string; init: RequestInit }
  const headers = new Headers(init.headers)
  const header = (name: string) => headers.get(name) ?? ''
  const body = JSON.parse(String(init.body)) as Body
  const payload: AuthorizationPayload = {
    version: 1,
    method: 'POST',
    url,
    body,
    headers: {
      'vitrine-app-id': header('vitrine-app-id'),
      'vitrine-idempotency-key': header('vitrine-idempotency-key'),
      'vitrine-request-expiry': header('vitrine-request-expiry'),
    },
  }
  return {
    body,
    signed: { publicKey, authorization: { payload, signature: header('vitrine-authorization-signature') } },
    async deliver() {
      const answer = await server.app.request(url, init)
      return { status: answer.status, body: (await answer.json()) as Body }
    },
  }
}

/** The same request, signed by a device of the stranger's. */
export function forge(
  server: Pick<CalledServer, 'appId'>,
  by: Pick<TestDevice, 'publicKey' | 'authorize'>,
  path: string,
  body: object,
): Signed {
  const payload: AuthorizationPayload = {
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/api/v1${path}`,
    body,
    headers: {
      'vitrine-app-id': server.appId,
      'vitrine-idempotency-key': randomUUID(),
      'vitrine-request-expiry': String(Date.now() + 60_000),
    },
  }
  return { publicKey: by.publicKey, authorization: { payload, signature: by.authorize(payload) } }
}
