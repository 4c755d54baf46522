import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { clientError, requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import { type Flow, startFlow } from '../core/flow.ts'
import { wait } from '../core/wait.ts'
import type { StepUp } from '../step-up/step-up.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { tellStatus } from '../ui/tell-status.ts'
import { say } from '../words/say.ts'
import { awaitAnswer } from './await-answer.ts'
import { type OauthEffect, type OauthEvent, type OauthState, oauthMachine } from './flow.ts'
import { authenticateByGrant, beginFlow, type Grant, linkByGrant } from './oauth-api.ts'
import { refusalOf, toOauthFailure } from './oauth-failure.ts'
import { dropKeys, keepKeys, newKeys, randomText } from './oauth-keys.ts'
import { startPath } from './oauth-window.ts'
import { providerOf } from './provider.ts'
import { returnAddress } from './return-address.ts'

/** A page that has not gone by then stays: somebody was asked whether to leave it, and would not. */
const LEAVE_LIMIT_MS = 15_000

export type OauthFlow<Result> = Flow<OauthState<Result>, OauthEvent<Result>>

type Told = Pick<Kernel, 'app' | 'config' | 'hostOrigin' | 'keptBy' | 'navigate' | 'operations' | 'tellFlow'>

interface Parts<Result> {
  readonly way: Way
  readonly purpose: 'login' | 'link'
  readonly disableSignup: boolean
  submit(grant: Grant, signal: AbortSignal): Promise<Result>
}

/** Login at another company (contract §2.4, §2.5). */
export const startOauthLogin = (
  kernel: Told,
  way: Way,
  disableSignup: boolean,
): OauthFlow<FrameResult<'login'>> =>
  start(kernel, {
    way,
    disableSignup,
    purpose: 'login',
    submit: (grant, signal) => authenticateByGrant(kernel.operations.calls, grant, disableSignup, signal),
  })

/** Adds the account to who is logged in. */
export const startOauthLink = (kernel: Told, way: Way, stepUp: StepUp): OauthFlow<User> =>
  start(kernel, {
    way,
    disableSignup: false,
    purpose: 'link',
    submit: (grant, signal) =>
      stepUp.change({ type: accountTypeOf(way) }, signal, proof =>
        linkByGrant(kernel.operations.calls, grant, proof, signal),
      ),
  })

function start<Result>(
  kernel: Told,
  { way, purpose, disableSignup, submit }: Parts<Result>,
): OauthFlow<Result> {
  const { app, operations } = kernel
  const { calls } = operations
  const { id: provider, name } = providerOf(way, app)

  const work = async (effect: OauthEffect, signal: AbortSignal): Promise<OauthEvent<Result>> => {
    const { attempt } = effect
    switch (effect.type) {
      case 'begin': {
        const keys = newKeys()
        const { flowId } = effect.window
        await beginFlow(calls, { way, purpose, flowId, keys, redirectTo: null }, signal)
        return { type: 'begun', attempt, keys }
      }
      case 'watch':
        await effect.window.gone(signal)
        return { type: 'gone', attempt }
      case 'await-answer': {
        const answer = await awaitAnswer(calls, effect.keys, effect.window, signal)
        return { type: 'answered', attempt, answer }
      }
      case 'leave': {
        const keys = newKeys()
        const flowId = randomText(32)
        const redirectTo = await returnAddress(kernel)
        await beginFlow(calls, { way, purpose, flowId, keys, redirectTo }, signal)
        signal.throwIfAborted()
        keepKeys(kernel, keys, { provider, purpose, disableSignup })
        const isGoing = await kernel.navigate(new URL(startPath(app.id, flowId), location.href).href)
        if (!isGoing) throw clientError('oauth_unexpected', say('social.failed', { provider: name }))
        await wait(LEAVE_LIMIT_MS, signal)
        throw requestTimedOut()
      }
      case 'finish': {
        // Once, whatever comes of it: an answer is good for one try.
        dropKeys(kernel)
        const { keys, answer } = effect
        const refusal = refusalOf(answer, name)
        if (refusal) throw refusal
        return { type: 'authenticated', attempt, result: await submit({ way, keys, answer }, signal) }
      }
    }
  }
  const perform = async (effect: OauthEffect, signal: AbortSignal): Promise<OauthEvent<Result>> => {
    try {
      return await work(effect, signal)
    } catch (error) {
      // Nobody waits for it any more: it failed, or the person has left, or has opened another one.
      if (effect.type === 'begin' || effect.type === 'await-answer') effect.window.close()
      return { type: 'failed', attempt: effect.attempt, failure: toOauthFailure(error, name) }
    }
  }
  return tellStatus(kernel, way.method, startFlow(oauthMachine<Result>(), perform))
}
