import type { User } from '@vitrine/shared/api/client-user.ts'
import { initResponse, type OauthAnswer, statusResponse } from '@vitrine/shared/api/oauth-flow.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'
import { accessTokenHash } from '../session/authorized-request.ts'
import type { Calls } from '../session/calls.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import type { FlowKeys } from './oauth-keys.ts'

export interface BeganFlow {
  readonly way: Way
  readonly purpose: 'login' | 'link'
  readonly flowId: string
  readonly keys: FlowKeys
  /** `null`: the flow goes on in a window of its own. */
  readonly redirectTo: string | null
}

/**
 * POST `/init` below the method's path: the server knows the flow from now on, and its window or page may go.
 * @throws VitrineError `oauth_unexpected` where the address is not the signer's
 */
export async function beginFlow(
  calls: Calls,
  { way, purpose, flowId, keys: { state, verifier }, redirectTo }: BeganFlow,
  signal: AbortSignal,
): Promise<void> {
  // S256 (RFC 7636 §4.2) is the same hash of a text.
  const challenge = await accessTokenHash(verifier)
  const { url, signature } = await withCaptcha(calls, signal, token => {
    const body = {
      ...providerIn(way),
      flow_id: flowId,
      state_code: state,
      code_challenge: challenge,
      purpose,
      ...(redirectTo !== null && { redirect_to: redirectTo }),
      token,
    }
    return purpose === 'link'
      ? calls.postAuthorized(pathOf(way, '/init'), body, initResponse, signal)
      : calls.postProven(pathOf(way, '/init'), body, initResponse, signal)
  })
  await calls.requireAddress({ kind: 'oauth-url', flowId, state, redirectTo, url }, signature)
}

/** POST /oauth_flows/status. @returns `null` while the person is at the provider */
export async function askAnswer(
  calls: Calls,
  flowId: string,
  signal: AbortSignal,
): Promise<OauthAnswer | null> {
  return (await calls.post('/oauth_flows/status', { flow_id: flowId }, statusResponse, signal)).answer
}

/** What the provider gave, as the signer alone can read it, with the keys that it is worth nothing without. */
export interface Grant {
  readonly way: Way
  readonly keys: FlowKeys
  readonly answer: string
}

/** POST `/authenticate` below the method's path. */
export function authenticateByGrant(
  calls: Calls,
  grant: Grant,
  disableSignup: boolean,
  signal: AbortSignal,
): Promise<FrameResult<'login'>> {
  const { body, secret } = sealedParts(grant)
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  return calls.authenticate(pathOf(grant.way, '/authenticate'), { ...body, mode }, grant.way, signal, secret)
}

/** POST `/link` below the method's path: adds the account to who is logged in. */
export function linkByGrant(
  calls: Calls,
  grant: Grant,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<User> {
  const { body, secret } = sealedParts(grant)
  const link = { purpose: 'link', way: grant.way } as const
  return calls.addAccount(pathOf(grant.way, '/link'), { ...body, ...proof }, link, signal, secret)
}

const sealedParts = ({ way, keys: { state, verifier }, answer }: Grant) => ({
  body: { ...providerIn(way), state_code: state, authorization_code: answer },
  // Nobody knows the account yet: the verifier belongs to its flow.
  secret: { member: 'code_verifier', value: verifier, subject: state },
})

const pathOf = ({ method }: Way, call: string) => entryOf(method).path + call
/** A method that is one way has none. */
const providerIn = ({ provider }: Way) => (provider === undefined ? {} : { provider })
