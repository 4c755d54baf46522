import { generateKeyPairSync, sign } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { type HostKeyWords, hostKeyMessage } from '@vitrine/shared/bridge/host-key.ts'
import { expect } from 'vitest'
import { type Answer, type CallOptions, call, callAs, type LoggedIn, logIn } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { TEST_NONCES } from '../../testing/dpop-nonces.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'

export const SITE = 'https://shop.example'
export const REGISTER = '/api/v1/sessions/host_key'
export const RESUME = '/api/v1/sessions/resume'

/** A page's key, as it is in the IndexedDB of the site's origin. */
export interface HostKey {
  /** Base64 SPKI. */
  readonly publicKey: string
  sign(words: HostKeyWords): string
}

export function createHostKey(): HostKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: words =>
      sign('sha256', hostKeyMessage(words), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
        'base64',
      ),
  }
}

/** The fault of a call that is good otherwise. */
export interface Wrong {
  /** In the message that the page signs. */
  readonly words?: Partial<HostKeyWords>
  readonly body?: Readonly<Record<string, unknown>>
  readonly call?: CallOptions
  /** Claims of the proof. */
  readonly claims?: Readonly<Record<string, unknown>>
}

const bodyOf = (
  server: TestServer,
  purpose: HostKeyWords['purpose'],
  key: HostKey,
  { thumbprint }: Pick<Device, 'thumbprint'>,
  { words, body }: Wrong,
) => ({
  origin: SITE,
  public_key: key.publicKey,
  signature: key.sign({
    ...{ purpose, appId: server.appId, origin: SITE, thumbprint },
    nonce: TEST_NONCES.current(server.clock.now),
    ...words,
  }),
  ...body,
})

export const register = (server: TestServer, who: LoggedIn, key: HostKey, wrong: Wrong = {}) =>
  callAs<{ code?: string }>(server, who, REGISTER, {
    body: bodyOf(server, 'register', key, who.device, wrong),
    ...wrong.call,
  })

type Resumed = Answer<AuthenticatedUser & { code?: string; error?: string }>

/** One call of `resume` by a device key of the frame's. */
export async function tryToResume(
  server: TestServer,
  key: HostKey,
  device: Device,
  wrong: Wrong = {},
): Promise<Resumed> {
  const { headers, ...options } = wrong.call ?? {}
  const dpop = await device.prove('POST', `${ORIGIN}${RESUME}`, {
    now: server.clock.now,
    overrides: wrong.claims ?? {},
  })
  return call(server, RESUME, {
    body: bodyOf(server, 'resume', key, device, wrong),
    headers: { dpop, ...headers },
    ...options,
  })
}

/** A page's reload: it gives a session on a new device key. */
export async function resume(server: TestServer, key: HostKey): Promise<LoggedIn> {
  const device = await createDevice()
  const { body } = await tryToResume(server, key, device)
  if (!body.token || !body.refresh_token) throw new Error(`not resumed: ${body.error}`)
  return { device, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

/** The answers to a key that resumes nothing, to one that did not sign, and to a session that is restricted. */
export const NOTHING = { status: 401, body: { code: 'missing_or_invalid_token' } }
export const NOT_SIGNED = { status: 400, body: { code: 'invalid_data' } }
export const RESTRICTED = { status: 403, body: { code: 'policy_violation' } }

/** A login on a page that has a key of its own. */
export async function logInWithKey(server: TestServer, email: string, key = createHostKey()) {
  const first = await logIn(server, email)
  expect(await register(server, first, key)).toMatchObject({ status: 200, body: {} })
  return { first, key }
}
