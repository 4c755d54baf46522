import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CloudRecovery } from '@vitrine/shared/api/recovery.ts'
import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { type CalledServer, ORIGIN } from '../../testing/server.ts'
import { type Person, request, type WalletCall } from '../../wallet/testing/wallet-calls.ts'

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string }
}

/** A key that a vault or a frame makes for one answer. */
export function createRecipient() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { spki: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
}

/** A call below `/api/v1` by a person who is logged in, with a proof of the device. */
export async function post(
  server: CalledServer,
  { device, accessToken }: Person,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Answer> {
  const url = `${ORIGIN}/api/v1${path}`
  const sent = new Headers({
    origin: ORIGIN,
    'content-type': 'application/json',
    'vitrine-app-id': server.appId,
    authorization: `Bearer ${accessToken}`,
    dpop: await device.prove({ method: 'POST', url, accessToken }),
  })
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name)
    else sent.set(name, value)
  }
  const written = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await server.app.request(url, { method: 'POST', headers: sent, ...written })
  return { status: answer.status, body: await answer.json() }
}

export interface CloudFlow {
  readonly provider: CloudRecovery
  readonly flowId: string
  readonly state: string
  readonly verifier: string
  readonly url: string
  readonly init: Answer
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** As the frame begins it. */
export async function begin(
  server: CalledServer,
  who: Person,
  provider: CloudRecovery,
  change: object = {},
): Promise<CloudFlow> {
  const [flowId, state, verifier] = [random(32), random(36), random(36)]
  const body = {
    flow_id: flowId,
    state_code: state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...(provider === 'icloud' && { client_type: 'web' }),
    ...change,
  }
  const path = provider === 'icloud' ? '/recovery/oauth/init_icloud' : '/recovery/oauth/init'
  const init = await post(server, who, path, body)
  return { provider, flowId, state, verifier, url: String(init.body.url ?? ''), init }
}

/** What the callback page makes of what the cloud sent the person back with. */
export const comeBack = (server: CalledServer, { state }: Pick<CloudFlow, 'state'>, code: string) =>
  sealAnswer(server.signerKeys.recipient, state, { code, iss: null })

/** As the frame ends it. @param change of the call, of its body, or of what the verifier is sealed for */
export async function finish(
  server: CalledServer,
  who: Person,
  { provider, state, verifier }: CloudFlow,
  answer: string,
  recipient: string,
  change: {
    readonly body?: object
    readonly belonging?: Partial<SecretBelonging>
    readonly call?: WalletCall
  } = {},
): Promise<Answer> {
  const belonging: SecretBelonging = {
    purpose: 'recovery',
    appId: server.appId,
    identity: { type: provider, subject: state },
    userId: who.userId,
    device: who.device.thumbprint,
    ...change.belonging,
  }
  const body = {
    provider,
    state_code: state,
    authorization_code: answer,
    code_verifier: await sealSecret(server.signerKeys.recipient, belonging, verifier),
    recipient,
    ...change.body,
  }
  const response = await request(server, who, '/recovery/oauth/authenticate', { body, ...change.call })
  return { status: response.status, body: await response.json() }
}
