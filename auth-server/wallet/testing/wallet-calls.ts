import { randomUUID } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { createTestDevice, type TestDevice } from '../../signer/testing/device.ts'
import { logIn } from '../../testing/client.ts'
import type { Device } from '../../testing/device.ts'
import { type CalledServer, ORIGIN } from '../../testing/server.ts'

/** A person who is logged in on one device. */
export interface Person {
  readonly email: string
  readonly userId: string
  readonly device: TestDevice
  readonly accessToken: string
}

/** An otherwise good call, and what is wrong with it. */
export interface WalletCall {
  /** JSON; a string is sent as it is. */
  readonly body?: unknown
  readonly key?: string
  readonly expiry?: number
  /** What is signed in the place of what is sent. */
  readonly signedBody?: unknown
  readonly signedPath?: string
  readonly signer?: TestDevice
  readonly prover?: TestDevice
  readonly proof?: string
  readonly headers?: Readonly<Record<string, string | null>>
  readonly app?: CalledServer['app']
}

/** The same device for `testing/client.ts`. */
export const asDevice = ({ prove, ...device }: TestDevice): Device => ({
  ...device,
  prove: (method, url, { overrides, ...options } = {}) =>
    prove({ method, url, ...options, ...(overrides && { claims: overrides }) }),
})

/** Logs in on a new device; with the email address of a person, as the same person. */
export async function logInOnNewDevice(
  server: CalledServer,
  email = `${randomUUID()}@shop.example`,
): Promise<Person> {
  const device = await createTestDevice()
  const { user, token } = await logIn(server, email, asDevice(device))
  return { email, userId: user.id, device, accessToken: token }
}

export const createBody = ({ device }: Person, additional = false, chainType = 'ethereum') => ({
  chain_type: chainType,
  owner: { public_key: device.publicKey },
  ...(additional ? { create_additional: true } : {}),
})

export const signBody = (message: string, encoding = 'utf-8') => ({
  method: 'personal_sign',
  params: { message, encoding },
})

export const create = (server: CalledServer, who: Person, call: WalletCall = {}, additional = false) =>
  request(server, who, '/wallets', { body: createBody(who, additional), ...call })

export const createSolana = (server: CalledServer, who: Person, call: WalletCall = {}, additional = false) =>
  request(server, who, '/wallets', { body: createBody(who, additional, 'solana'), ...call })

/** POST /wallets/:wallet_id/rpc with any body. */
export const rpc = (
  server: CalledServer,
  who: Person,
  walletId: string,
  body: unknown,
  call: WalletCall = {},
) => request(server, who, `/wallets/${walletId}/rpc`, { body, ...call })

export const sign = (
  server: CalledServer,
  who: Person,
  walletId: string,
  message: string,
  call: WalletCall = {},
) => request(server, who, `/wallets/${walletId}/rpc`, { body: signBody(message), ...call })

export const refusal = async (response: Response) => [response.status, (await response.json()).code]

/** Any call that the device signs. */
export async function request(
  server: CalledServer,
  who: Person,
  path: string,
  call: WalletCall,
): Promise<Response> {
  const { device, accessToken } = who
  const { body, key = randomUUID(), expiry = Date.now() + 60_000 } = call
  const url = `${ORIGIN}/api/v1${path}`
  const signature = (call.signer ?? device).authorize({
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/api/v1${call.signedPath ?? path}`,
    body: call.signedBody ?? body,
    headers: {
      'vitrine-app-id': server.appId,
      'vitrine-idempotency-key': key,
      'vitrine-request-expiry': String(expiry),
    },
  })
  const headers = new Headers({
    origin: ORIGIN,
    'content-type': 'application/json',
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': key,
    'vitrine-request-expiry': String(expiry),
    'vitrine-authorization-signature': signature,
    authorization: `Bearer ${accessToken}`,
    dpop: call.proof ?? (await (call.prover ?? device).prove({ method: 'POST', url, accessToken })),
  })
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const sent = typeof body === 'string' ? body : canonicalJson(body)
  return (call.app ?? server.app).request(url, { method: 'POST', headers, body: sent })
}
