import { createHash, randomBytes } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import {
  type Answer,
  type CallOptions,
  call,
  initCode,
  type LoggedIn,
  type SignedCall,
  type Signer,
  signedCall,
} from '../../testing/client.ts'
import type { Person, TestProvider } from '../../testing/provider.ts'
import { type CalledServer, ORIGIN } from '../../testing/server.ts'

/** Of the way's method. */
const pathOf = (provider: string) => `/api/v1/${provider === 'telegram' ? provider : 'oauth'}`
export type Refusable = { readonly code: string; readonly error: string }

/** What a frame makes of a login at a provider, and keeps. */
export interface Flow {
  readonly provider: string
  readonly flowId: string
  readonly state: string
  readonly verifier: string
  /** Where the person goes; empty when `init` refused. */
  readonly url: string
  readonly signature: string
  readonly init: Answer<{ url: string; signature: string } & Refusable>
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Begins a flow, as the frame does; of a link with the session of who is logged in. */
export async function begin(
  server: CalledServer,
  device: Signer,
  provider: string,
  { as, body: change, ...options }: CallOptions & { readonly as?: LoggedIn; readonly body?: object } = {},
): Promise<Flow> {
  const [flowId, state, verifier] = [random(32), random(36), random(36)]
  const body = {
    ...named(provider),
    flow_id: flowId,
    state_code: state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...(as && { purpose: 'link' }),
    ...change,
  }
  const path = `${pathOf(provider)}/init`
  const proof = as && {
    dpop: await device.prove('POST', `${ORIGIN}${path}`, { now: server.clock.now, accessToken: as.token }),
    authorization: `Bearer ${as.token}`,
  }
  const init = (
    proof
      ? await call(server, path, { ...options, body, headers: { ...proof, ...options.headers } })
      : await initCode(server, device, body, options, path)
  ) as Flow['init']
  const { url = '', signature = '' } = init.body
  return { provider, flowId, state, verifier, url, signature, init }
}

/** The person agrees at the provider; the callback page seals what it sends them back with. */
export const comeBack = (
  server: CalledServer,
  provider: Pick<TestProvider, 'agree'>,
  flow: Pick<Flow, 'url' | 'state'>,
  person: Person,
): Promise<string> => {
  const { code, iss } = provider.agree(flow.url, person)
  return sealAnswer(server.signerKeys.recipient, flow.state, { code, iss })
}

type Change = Omit<Partial<SignedCall>, 'body' | 'secret' | 'as'> & {
  readonly body?: object
  readonly verifier?: string
}

const typeOf = (provider: string) => (/:|_oauth$|^telegram$/.test(provider) ? provider : `${provider}_oauth`)
/** A method that is one way has none. */
const named = (provider: string) => (provider === 'telegram' ? {} : { provider })

const finish = <Body>(
  server: CalledServer,
  device: Signer,
  path: string,
  { provider, state, verifier }: Flow,
  answer: string,
  { body, verifier: another, ...change }: Change,
  as?: LoggedIn,
): Promise<Answer<Body & Refusable>> =>
  signedCall<Body & Refusable>(server, device, `${pathOf(provider)}${path}`, {
    ...change,
    body: { ...named(provider), state_code: state, authorization_code: answer, ...body },
    secret: {
      member: 'code_verifier',
      value: another ?? verifier,
      identity: { type: typeOf(provider), subject: state },
    },
    ...(as && { as: { userId: as.user.id, token: as.token } }),
  })

export const authenticate = (
  server: CalledServer,
  device: Signer,
  flow: Flow,
  answer: string,
  change: Change = {},
) => finish<AuthenticatedUser>(server, device, '/authenticate', flow, answer, change)

export const link = (server: CalledServer, as: LoggedIn, flow: Flow, answer: string, change: Change = {}) =>
  finish<WireUser>(server, as.device, '/link', flow, answer, change, as)

/** The whole login. */
export async function enter(
  server: CalledServer,
  provider: TestProvider,
  device: Signer,
  name: string,
  person: Person,
  change: Change = {},
) {
  const flow = await begin(server, device, name, change.headers ? { headers: change.headers } : {})
  if (flow.init.status !== 200) return flow.init as unknown as Awaited<ReturnType<typeof authenticate>>
  return authenticate(server, device, flow, await comeBack(server, provider, flow, person), change)
}
