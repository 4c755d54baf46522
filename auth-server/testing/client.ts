import { randomUUID } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { createDevice, type Device } from './device.ts'
import { type CalledServer, ORIGIN } from './server.ts'

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
  readonly app?: CalledServer['app']
}

/** Calls a path of the API as the frame does: with `Origin`, app id and JSON. */
export async function call<Body = Record<string, unknown>>(
  server: CalledServer,
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

/** Who signs: a device as the frame's vault has it. */
export type Signer = Pick<Device, 'authorize' | 'thumbprint'> & { prove: Device['prove'] }

export interface SignedCall extends CallOptions {
  readonly body: Readonly<Record<string, unknown>>
  /** What proves the login; sealed for the signer, it becomes this member of the body. */
  readonly secret?: {
    readonly member: string
    readonly value: string
    readonly identity: { readonly type: string; readonly subject: string }
  }
  /** Of a link or an update: who is logged in. */
  readonly as?: { readonly userId: string; readonly token: string }
  /** What is signed or sealed in the place of what should be. */
  readonly wrong?: {
    readonly signer?: Signer
    readonly belonging?: Partial<SecretBelonging>
    readonly path?: string
    readonly body?: unknown
    readonly expiry?: number
    readonly headers?: Readonly<Record<string, string>>
  }
}

const PURPOSES = { link: 'link', link_smart_wallet: 'link', update: 'update', verify: 'step-up' } as const

/** What the frame sends to log in, to link or to update: the secret sealed, the request signed, the device proven. */
export async function signedCall<Body = Record<string, unknown>>(
  server: CalledServer,
  device: Signer,
  path: string,
  { body: plain, secret, as, wrong = {}, ...options }: SignedCall,
): Promise<Answer<Body>> {
  const appId = options.headers?.['vitrine-app-id'] ?? server.appId
  const last = path.split('/').at(-1) as keyof typeof PURPOSES
  const belonging: SecretBelonging = {
    purpose: PURPOSES[last] ?? 'login',
    appId,
    identity: secret?.identity ?? { type: '', subject: '' },
    userId: as?.userId ?? null,
    device: device.thumbprint,
    ...wrong.belonging,
  }
  const body = {
    ...fromAccount(path, plain),
    ...(secret && {
      [secret.member]: await sealSecret(server.signerKeys.recipient, belonging, secret.value),
    }),
    ...(as && { user_id: as.userId }),
  }
  const headers = {
    'vitrine-app-id': appId,
    'vitrine-idempotency-key': randomUUID(),
    'vitrine-request-expiry': String(wrong.expiry ?? Date.now() + 60_000),
  }
  const signature = (wrong.signer ?? device).authorize({
    version: 1,
    method: 'POST',
    url: `${ORIGIN}${wrong.path ?? path}`,
    body: wrong.body ?? body,
    headers,
  })
  const dpop = await device.prove('POST', `${ORIGIN}${path}`, {
    now: server.clock.now,
    ...(as && { accessToken: as.token }),
  })
  return call(server, path, {
    ...options,
    body,
    headers: {
      ...headers,
      'vitrine-authorization-signature': signature,
      dpop,
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...options.headers,
      ...wrong.headers,
    },
  })
}

const INIT = '/api/v1/passwordless/init'

/** Asks for a code for a device and reads it from the mail. */
export async function askForCode(
  server: CalledServer,
  device: Signer,
  email: string,
  { purpose, ...options }: CallOptions & { readonly purpose?: 'link' | 'update' } = {},
): Promise<string> {
  const before = server.mails.length
  const answer = await initCode(server, device, { email, ...(purpose && { purpose }) }, options)
  if (answer.status !== 200) throw new Error(`init answered ${answer.status}`)
  const code = server.mails.slice(before).findLast(mail => mail.to === email)?.code
  if (code === undefined) throw new Error('no mail was sent')
  return code
}

/** One call of `init` with a proof by `device`. */
export async function initCode(
  server: CalledServer,
  device: Signer,
  body: Readonly<Record<string, unknown>>,
  { headers = {}, ...options }: CallOptions = {},
  path = INIT,
) {
  const dpop = await device.prove('POST', `${ORIGIN}${path}`, { now: server.clock.now })
  return call(server, path, { ...options, body, headers: { dpop, ...headers } })
}

/** One call of `authenticate` with a code, signed by `device`. */
export const tryCode = (
  server: CalledServer,
  device: Signer,
  { email, code, ...rest }: { readonly email: string; readonly code: string; readonly mode?: string },
  options: CallOptions & Pick<SignedCall, 'wrong'> = {},
) =>
  signedCall<AuthenticatedUser & { code: string; error: string }>(server, device, AUTHENTICATE, {
    ...options,
    body: { email, ...rest },
    secret: {
      member: 'code',
      value: code,
      identity: { type: 'email', subject: emailAddress.safeParse(email).data ?? email },
    },
  })

export interface LoggedIn {
  readonly device: Device
  readonly token: string
  readonly refreshToken: string
  readonly user: AuthenticatedUser['user']
}

/** Logs a person in from a new device. */
export async function logIn(server: CalledServer, email: string, device?: Device): Promise<LoggedIn> {
  const used = device ?? (await createDevice())
  const code = await askForCode(server, used, email)
  const { body } = await tryCode(server, used, { email, code })
  if (!body.token || !body.refresh_token) throw new Error(`login failed: ${body.error}`)
  return { device: used, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

/** A code that is not `code`. */
export const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** Adds, changes or removes a way in: as the account screen asks for it, unless the body says otherwise. */
function fromAccount<Body>(path: string, body: Body): Body {
  const isChange = /\/(link|link_smart_wallet|update|unlink)$/.test(path) && body !== undefined
  return isChange ? { from_account: true, ...body } : body
}

/** A call by a person who is logged in, with a proof of the device. */
export async function callAs<Body = Record<string, unknown>>(
  server: CalledServer,
  { device, token }: Pick<LoggedIn, 'device' | 'token'>,
  path: string,
  { headers = {}, ...options }: CallOptions = {},
): Promise<Answer<Body>> {
  const [withoutQuery] = path.split('?')
  const dpop = await device.prove(options.method ?? 'POST', `${ORIGIN}${withoutQuery}`, {
    accessToken: token,
    now: server.clock.now,
  })
  return call(server, path, {
    ...options,
    body: fromAccount(path, options.body),
    headers: { authorization: `Bearer ${token}`, dpop, ...headers },
  })
}
