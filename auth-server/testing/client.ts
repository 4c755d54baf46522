import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { createDevice, type Device } from './device.ts'
import { ORIGIN, type TestServer } from './server.ts'

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface CallOptions {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Remote address of the socket. */
  readonly from?: string
  readonly app?: TestServer['app']
}

/** Calls a path of the API as the frame does: with `Origin`, app id and JSON. */
export async function call<Body = Record<string, unknown>>(
  server: TestServer,
  path: string,
  { method = 'POST', body, headers = {}, from = '127.0.0.1', app = server.app }: CallOptions = {},
): Promise<Answer<Body>> {
  const response = await app.request(
    `${ORIGIN}${path}`,
    {
      method,
      headers: { origin: ORIGIN, 'vitrine-app-id': server.appId, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: from } } },
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

export const AUTHENTICATE = '/api/v1/passwordless/authenticate'

/** Asks for a code and reads it from the mail. */
export async function askForCode(
  server: TestServer,
  email: string,
  options: CallOptions = {},
): Promise<string> {
  const before = server.mails.length
  const answer = await call(server, '/api/v1/passwordless/init', { body: { email }, ...options })
  if (answer.status !== 200) throw new Error(`init answered ${answer.status}`)
  const code = server.mails.slice(before).findLast(mail => mail.to === email)?.code
  if (code === undefined) throw new Error('no mail was sent')
  return code
}

/** One call of `authenticate` with a proof by `device`. */
export async function tryCode(
  server: TestServer,
  device: Device,
  body: { readonly email: string; readonly code: string; readonly mode?: string },
  options: CallOptions = {},
): Promise<Answer<AuthenticatedUser & { code: string; error: string }>> {
  const proof = await device.prove('POST', `${ORIGIN}${AUTHENTICATE}`, { now: server.clock.now })
  return call(server, AUTHENTICATE, { body, ...options, headers: { dpop: proof, ...options.headers } })
}

export interface LoggedIn {
  readonly device: Device
  readonly token: string
  readonly refreshToken: string
  readonly user: AuthenticatedUser['user']
}

/** Logs a person in from a new device. */
export async function logIn(server: TestServer, email: string, device?: Device): Promise<LoggedIn> {
  const used = device ?? (await createDevice())
  const code = await askForCode(server, email)
  const { body } = await tryCode(server, used, { email, code })
  if (!body.token || !body.refresh_token) throw new Error(`login failed: ${body.error}`)
  return { device: used, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

/** A code that is not `code`. */
export const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** Adds, changes or removes a way in: as the account screen asks for it, unless the body says otherwise. */
const fromAccount = (path: string, body: unknown) =>
  /\/(link|update|unlink)$/.test(path) && body !== undefined ? { from_account: true, ...Object(body) } : body

/** A call by a person who is logged in, with a proof of the device. */
export async function callAs<Body = Record<string, unknown>>(
  server: TestServer,
  { device, token }: Pick<LoggedIn, 'device' | 'token'>,
  path: string,
  { headers = {}, ...options }: CallOptions = {},
): Promise<Answer<Body>> {
  const dpop = await device.prove(options.method ?? 'POST', `${ORIGIN}${path}`, {
    accessToken: token,
    now: server.clock.now,
  })
  return call(server, path, {
    ...options,
    body: fromAccount(path, options.body),
    headers: { authorization: `Bearer ${token}`, dpop, ...headers },
  })
}
