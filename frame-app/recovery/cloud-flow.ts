import { initResponse } from '@vitrine/shared/api/oauth-flow.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'
import { type Flow, startFlow } from '../core/flow.ts'
import { awaitAnswer } from '../oauth-flow/await-answer.ts'
import { type OauthEffect, type OauthEvent, type OauthState, oauthMachine } from '../oauth-flow/flow.ts'
import { type FlowKeys, newKeys } from '../oauth-flow/oauth-keys.ts'
import { accessTokenHash } from '../session/authorized-request.ts'
import type { Calls } from '../session/calls.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { cloudRefusalOf, toCloudFailure } from './cloud-failure.ts'
import type { CloudPlatform } from './cloud-platform.ts'
import type { CloudStore } from './cloud-store.ts'
import { redeemCloudGrant } from './cloud-token.ts'

export type CloudFlow = Flow<OauthState<undefined>, OauthEvent<undefined>>

/** What is done with the leave that a person gives. */
export interface CloudUse {
  /** Runs once for each leave. */
  use(store: CloudStore, signal: AbortSignal): Promise<void>
  /** What `use` left half-done goes on without another leave: see `RESUME`. */
  goOn?(signal: AbortSignal): Promise<void>
}

/** Goes on with what is half-done, without a window: nothing is redeemed for it. */
export const RESUME = {
  type: 'resume',
  keys: { state: '', verifier: '' },
  answer: 'failed',
} as const satisfies OauthEvent<undefined>

/**
 * Leave to ask the person's own cloud, by a window as a login at another company has it (`oauth-flow/`), and what is then done
 * with it. The whole page goes nowhere for it: a wallet that is being set up does not outlive its page.
 */
export function startCloudFlow(
  { app, operations: { calls } }: Pick<Kernel, 'app' | 'operations'>,
  cloud: CloudPlatform,
  { use, goOn }: CloudUse,
): CloudFlow {
  const work = async (effect: OauthEffect, signal: AbortSignal): Promise<OauthEvent<undefined>> => {
    const { attempt } = effect
    switch (effect.type) {
      case 'begin': {
        const keys = newKeys()
        await beginFlow(calls, cloud, effect.window.flowId, keys, signal)
        return { type: 'begun', attempt, keys }
      }
      case 'watch':
        await effect.window.gone(signal)
        return { type: 'gone', attempt }
      case 'await-answer': {
        const answer = await awaitAnswer(calls, effect.keys, effect.window, signal)
        return { type: 'answered', attempt, answer }
      }
      case 'finish': {
        const { keys, answer } = effect
        if (goOn && keys === RESUME.keys) {
          await goOn(signal)
          return { type: 'authenticated', attempt, result: undefined }
        }
        const refusal = cloudRefusalOf(answer, cloud)
        if (refusal) throw refusal
        const token = await redeemCloudGrant(calls, { provider: cloud.id, ...keys, answer }, signal)
        signal.throwIfAborted()
        await use(cloud.open(app, token), signal)
        return { type: 'authenticated', attempt, result: undefined }
      }
      case 'leave':
        return { type: 'back' }
    }
  }
  return startFlow(oauthMachine<undefined>(), async (effect, signal) => {
    try {
      return await work(effect, signal)
    } catch (error) {
      // Nobody waits for it any more: it failed, or the person has left, or has opened another one.
      if (effect.type === 'begin' || effect.type === 'await-answer') effect.window.close()
      return { type: 'failed', attempt: effect.attempt, failure: toCloudFailure(error, cloud) }
    }
  })
}

/** POST `/init` or `/init_icloud`: the window may go. @throws VitrineError `oauth_unexpected`: the address is not the signer's */
async function beginFlow(
  calls: Calls,
  { init }: CloudPlatform,
  flowId: string,
  { state, verifier }: FlowKeys,
  signal: AbortSignal,
): Promise<void> {
  // S256 (RFC 7636 §4.2) is the same hash of a text.
  const challenge = await accessTokenHash(verifier)
  const { url, signature } = await withCaptcha(calls, signal, token =>
    calls.postAuthorized(
      init.path,
      { ...init.body, flow_id: flowId, state_code: state, code_challenge: challenge, token },
      initResponse,
      signal,
    ),
  )
  await calls.requireAddress({ kind: 'oauth-url', flowId, state, redirectTo: null, url }, signature)
}
