import type { User } from '@vitrine/shared/api/client-user.ts'
import { CHANNEL_LIFETIME_MS } from '@vitrine/shared/api/login/farcaster.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { type Flow, startFlow } from '../../core/flow.ts'
import { type Pace, pollAnswer } from '../../login-method/poll.ts'
import type { StepUp } from '../../step-up/step-up.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { tellStatus } from '../../ui/tell-status.ts'
import { type Failure, toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import {
  type Approved,
  askApproval,
  authenticateByChannel,
  linkByChannel,
  openChannel,
} from './farcaster-api.ts'
import { type FarcasterEffect, type FarcasterEvent, type FarcasterState, farcasterMachine } from './flow.ts'

const PACE: Pace = { firstPause: 1_500, longestPause: 1_500, lifetime: CHANNEL_LIFETIME_MS }

export type FarcasterFlow<Result> = Flow<FarcasterState<Result>, FarcasterEvent<Result>>

type Told = Pick<Kernel, 'operations' | 'tellFlow'>
type Submit<Result> = (approved: Approved, signal: AbortSignal) => Promise<Result>

/** Login over `/farcaster` (contract §2.4). */
export const startFarcasterLogin = (
  kernel: Told,
  disableSignup: boolean,
): FarcasterFlow<FrameResult<'login'>> =>
  start(kernel, 'login', (approved, signal) =>
    authenticateByChannel(kernel.operations.calls, approved, disableSignup, signal),
  )

/** Adds the account to who is logged in. */
export const startFarcasterLink = (kernel: Told, stepUp: StepUp): FarcasterFlow<User> => {
  const submit: Submit<User> = (approved, signal) =>
    stepUp.change(NEW_ACCOUNT, signal, proof =>
      linkByChannel(kernel.operations.calls, approved, proof, signal),
    )
  // Before the code is shown, so that nobody approves what is then refused.
  return start(kernel, 'link', submit, async signal => void (await stepUp.prove(NEW_ACCOUNT, signal)))
}

const NEW_ACCOUNT = { type: 'farcaster' } as const

function start<Result>(
  kernel: Told,
  purpose: 'login' | 'link',
  submit: Submit<Result>,
  prepare: (signal: AbortSignal) => Promise<void> = async () => {},
): FarcasterFlow<Result> {
  const { calls } = kernel.operations
  const perform = async (effect: FarcasterEffect, signal: AbortSignal): Promise<FarcasterEvent<Result>> => {
    const { attempt } = effect
    try {
      switch (effect.type) {
        case 'open':
          await prepare(signal)
          return { type: 'opened', attempt, channel: await openChannel(calls, purpose, signal) }
        case 'await-approval': {
          const ask = () => askApproval(calls, effect.channel, signal)
          const approved = await pollAnswer(ask, PACE, { document, window }, signal)
          return { type: 'approved', attempt, approved }
        }
        case 'finish':
          return { type: 'authenticated', attempt, result: await submit(effect.approved, signal) }
      }
    } catch (error) {
      return { type: 'failed', attempt, failure: failureOf(effect, error) }
    }
  }
  return tellStatus(kernel, 'farcaster', startFlow(farcasterMachine<Result>(), perform))
}

function failureOf(effect: FarcasterEffect, error: unknown): Failure {
  const failure = toFailure(error)
  // What the end of the wait is to the frame, and to the server, which forgets a channel that nobody answered.
  const isOver = failure.code === 'client_request_timeout' || failure.code === 'not_found'
  if (effect.type === 'await-approval' && isOver)
    return { ...failure, code: 'farcaster_polling_timeout', message: say('farcaster.timeout') }
  if (failure.code === 'invalid_credentials') return { ...failure, message: say('farcaster.refused') }
  return failure
}
