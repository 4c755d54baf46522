import { randomUUID } from 'node:crypto'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { deviceChallenge } from '@vitrine/shared/api/login/passkey-device.ts'
import { MFA_TARGET } from '@vitrine/shared/api/step-up.ts'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { mfaIdentity } from '@vitrine/shared/mfa/identity.ts'
import type { MfaCodeMethod } from '@vitrine/shared/mfa/methods.ts'
import type { MfaPurpose } from '@vitrine/shared/otp/code.ts'
import { type CompactDecryptResult, compactDecrypt, exportSPKI, generateKeyPair } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { stepUp } from '../../account-changes/testing/steps.ts'
import { createPasskey, type TestPasskey } from '../../testing/authenticator.ts'
import { type Answer, call, callAs, type LoggedIn, signedCall } from '../../testing/client.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'

interface Refusable {
  readonly code?: string
  readonly error?: string
  readonly token?: string
  readonly mfa_token?: string
  readonly data?: { readonly triesLeft?: number; readonly retryAfter?: number }
  readonly recovery_codes?: { readonly codes: string; readonly signature: string }
  readonly [member: string]: unknown
}

export interface MfaCall {
  readonly app?: TestServer['app']
  /** Proof of a second factor. */
  readonly token?: string
  readonly wrong?: { readonly path?: string }
}

/** A call that the person's device signs, below `/api/v1`. */
export async function signedAs(
  server: TestServer,
  who: LoggedIn,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { app = server.app, token, wrong = {} }: MfaCall = {},
): Promise<Answer<Refusable>> {
  const url = `/api/v1${path}`
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': randomUUID(),
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const signature = who.device.authorize({
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/api/v1${wrong.path ?? path}`,
    body,
    headers,
  })
  const dpop = await who.device.prove('POST', `${ORIGIN}${url}`, {
    now: server.clock.now,
    accessToken: who.token,
  })
  return call(server, url, {
    app,
    body,
    headers: {
      ...headers,
      'vitrine-authorization-signature': signature,
      authorization: `Bearer ${who.token}`,
      dpop,
      ...(token !== undefined && { [MFA_TOKEN_HEADER]: token }),
    },
  })
}

/** A code as the device seals it. */
export const sealCode = (
  server: TestServer,
  who: LoggedIn,
  purpose: MfaPurpose,
  of: { readonly method: MfaCodeMethod; readonly address?: string },
  code: string,
): Promise<string> =>
  sealSecret(
    server.signerKeys.recipient,
    {
      purpose,
      appId: server.appId,
      identity: mfaIdentity(of.method, of.address),
      userId: who.user.id,
      device: who.device.thumbprint,
    },
    code,
  )

/** To which secrets are encrypted, and what opens them. */
export async function newRecipient() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const spki = (await exportSPKI(publicKey)).replace(/-----[^-]+-----|\s/g, '')
  return {
    recipient: spki,
    async open<Told>(jwe: string): Promise<Told> {
      const { plaintext }: CompactDecryptResult = await compactDecrypt(jwe, privateKey)
      return JSON.parse(Buffer.from(plaintext).toString('utf8'))
    },
  }
}

export const proofForMfa = (server: TestServer, who: LoggedIn, way: 'email' | 'sms' = 'email') =>
  stepUp(server, who, { purpose: 'mfa', target: MFA_TARGET, way })

/** An authenticator app of the person's: another company's code. */
export interface AuthenticatorApp {
  /** `steps` from now: 1 is the code after this one, which is good too, and still is when the step ends meanwhile. */
  code(steps?: number): string
}

export const authenticatorApp = (base32: string): AuthenticatorApp => {
  const totp = new TOTP({ secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period: 30 })
  return { code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 }) }
}

/** Asks for the secret of an app. */
export async function beginTotp(server: TestServer, who: LoggedIn, call: MfaCall = {}) {
  const { recipient, open } = await newRecipient()
  const answer = await signedAs(server, who, '/mfa/totp/init', { recipient }, call)
  if (answer.status !== 200) return { answer, recipient, app: authenticatorApp('A'.repeat(32)) }
  const told = await open<{ totpAuthUrl: string; totpSecret: string }>(String(answer.body.totp))
  return { answer, recipient, told, app: authenticatorApp(told.totpSecret) }
}

interface Enrolment extends MfaCall {
  readonly code?: string
  /** Of a way in; `null` for none. */
  readonly proof?: string | null
  readonly recipient?: string | null
}

/** `/totp/enroll` with a code. */
export async function enrollTotpBy(
  server: TestServer,
  who: LoggedIn,
  code: string,
  { proof, recipient, ...call }: Enrolment = {},
) {
  const sealed = await sealCode(server, who, 'mfa-enroll', { method: 'totp' }, code)
  const opened = await newRecipient()
  const stepUpToken = proof === undefined ? await proofForMfa(server, who) : proof
  const answer = await signedAs(
    server,
    who,
    '/mfa/totp/enroll',
    {
      code: sealed,
      ...(stepUpToken !== null && { step_up: stepUpToken }),
      ...(recipient !== null && { recipient: recipient ?? opened.recipient }),
    },
    call,
  )
  return { answer, open: opened.open }
}

/** Adds an authenticator app. @returns the app, the recovery codes of the first factor, and the token that came */
export async function enrollTotp(server: TestServer, who: LoggedIn, call: Enrolment = {}) {
  const { app } = await beginTotp(server, who)
  const { answer, open } = await enrollTotpBy(server, who, app.code(), call)
  if (answer.status !== 200)
    throw new Error(`enroll answered ${answer.status} ${JSON.stringify(answer.body)}`)
  const sealed = answer.body.recovery_codes
  const codes = sealed ? (await open<{ codes: string[] }>(sealed.codes)).codes : []
  return { app, codes, answer, token: String(answer.body.mfa_token) }
}

const PATHS = {
  totp: '/mfa/totp',
  sms: '/mfa/passwordless_sms',
  email: '/mfa/passwordless',
  recovery_code: '/mfa/recovery_codes',
} as const satisfies Record<MfaCodeMethod, string>

/** Proves a factor by a code. */
export async function proveCode(
  server: TestServer,
  who: LoggedIn,
  method: MfaCodeMethod,
  code: string,
  call: MfaCall = {},
) {
  const sealed = await sealCode(server, who, 'mfa-verify', { method }, code)
  return signedAs(server, who, `${PATHS[method]}/verify`, { code: sealed }, call)
}

/** Has a code of a second factor sent, and reads it. */
export async function askForFactorCode(
  server: TestServer,
  who: LoggedIn,
  method: 'sms' | 'email',
  address?: string,
): Promise<string> {
  const sent = method === 'email' ? server.mails : server.messages
  const before = sent.length
  const named = method === 'email' ? { email_address: address } : { phoneNumber: address }
  const body = address === undefined ? { action: 'verify' } : { action: 'enroll', ...named }
  const answer = await callAs<Refusable>(server, who, `/api/v1${PATHS[method]}/init`, { body })
  if (answer.status !== 200) throw new Error(`init answered ${answer.status} ${answer.body.code}`)
  return sent.slice(before).at(-1)?.code ?? ''
}

/** Adds an address as a factor. */
export async function enrollAddress(
  server: TestServer,
  who: LoggedIn,
  method: 'sms' | 'email',
  address: string,
  { code, proof, token, app }: Enrolment = {},
) {
  const typed = code ?? (await askForFactorCode(server, who, method, address))
  const sealed = await sealCode(server, who, 'mfa-enroll', { method, address }, typed)
  const { recipient } = await newRecipient()
  const named = method === 'email' ? { email_address: address } : { phoneNumber: address }
  const stepUpToken = proof === undefined ? await proofForMfa(server, who) : proof
  const body = { ...named, code: sealed, recipient, ...(stepUpToken !== null && { step_up: stepUpToken }) }
  const call = { ...(token !== undefined && { token }), ...(app && { app }) }
  return signedAs(server, who, `${PATHS[method]}/enroll`, body, call)
}

/** Proves a passkey. @param flags of the authenticator */
export async function provePasskey(server: TestServer, who: LoggedIn, passkey: TestPasskey, flags?: number) {
  const init = await callAs<{ options: { challenge: string } }>(server, who, '/api/v1/mfa/passkeys/init', {
    body: {},
  })
  if (init.status !== 200) throw new Error(`init answered ${init.status}`)
  const { challenge } = init.body.options
  const response = passkey.assert({
    challenge: await deviceChallenge(challenge, who.device.thumbprint),
    origin: ORIGIN,
    ...(flags !== undefined && { flags }),
  })
  const body = { challenge, authenticator_response: response }
  return { answer: await signedAs(server, who, '/mfa/passkeys/verify', body), body }
}

/** Links a passkey to the account of a person. */
export async function linkPasskey(server: TestServer, who: LoggedIn): Promise<TestPasskey> {
  const passkey = createPasskey()
  const init = await callAs<{ options: { challenge: string } }>(server, who, '/api/v1/passkeys/link/init', {
    body: {},
  })
  const response = passkey.register({ challenge: init.body.options.challenge, origin: ORIGIN })
  const { status } = await signedCall(server, who.device, '/api/v1/passkeys/link', {
    body: { authenticator_response: response },
    as: { userId: who.user.id, token: who.token },
  })
  if (status !== 200) throw new Error(`link answered ${status}`)
  return passkey
}
