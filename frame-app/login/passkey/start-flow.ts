import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Flow, startFlow } from '../../core/flow.ts'
import type { StepUp } from '../../step-up/step-up.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { tellStatus } from '../../ui/tell-status.ts'
import type { Failure } from '../../words/failure.ts'
import { type Ceremony, type CeremonyResponse, runCeremony } from './ceremony.ts'
import {
  type PasskeyEffect,
  type PasskeyEvent,
  type PasskeyState,
  type Purpose,
  passkeyMachine,
} from './flow.ts'
import { generateChallenge, submitLink, submitLogin } from './passkey-api.ts'
import { mayGoOnInWindow, toPasskeyFailure } from './passkey-failure.ts'

export type PasskeyFlow<Result> = Flow<PasskeyState<Result>, PasskeyEvent<Result>>

type Told = Pick<Kernel, 'operations' | 'tellFlow' | 'config'>
type Submit<Result> = (challenge: string, response: CeremonyResponse, signal: AbortSignal) => Promise<Result>

/** Login and sign-up over `/passkeys` (contract §2.6). */
export function startPasskeyLogin(kernel: Told, refused: Failure | null): PasskeyFlow<FrameResult<'login'>> {
  const { calls } = kernel.operations
  const submit: Submit<FrameResult<'login'>> = (challenge, response, signal) =>
    submitLogin(calls, challenge, response, signal)
  return start(kernel, submit, refused)
}

/** A further passkey for who is logged in. */
export const startPasskeyLink = (kernel: Told, stepUp: StepUp): PasskeyFlow<User> => {
  const submit: Submit<User> = (_challenge, response, signal) =>
    stepUp.change(NEW_PASSKEY, signal, proof =>
      submitLink(kernel.operations.calls, { ...response, proof }, signal),
    )
  // Before the browser is asked, so that nobody makes a passkey that is then refused.
  return start(kernel, submit, null, async signal => void (await stepUp.prove(NEW_PASSKEY, signal)))
}

/** One that is there proves something else than a login. No page hears how far it is. */
export const startPasskeyProof = <Result>(
  challenge: (signal: AbortSignal) => Promise<Ceremony>,
  submit: Submit<Result>,
): PasskeyFlow<Result> =>
  startFlow(
    passkeyMachine<Result>(null),
    performer(submit, async (_, signal) => challenge(signal)),
  )

const NEW_PASSKEY = { type: 'passkey' } as const

function start<Result>(
  kernel: Told,
  submit: Submit<Result>,
  refused: Failure | null = null,
  prepare: (signal: AbortSignal) => Promise<void> = async () => {},
): PasskeyFlow<Result> {
  const perform = performer(submit, async (purpose, signal) => {
    await prepare(signal)
    const { hints } = kernel.config.get().passkeys
    return generateChallenge(kernel.operations.calls, purpose, signal, hints)
  })
  return tellStatus(kernel, 'passkey', startFlow(passkeyMachine<Result>(refused), perform))
}

const performer =
  <Result>(submit: Submit<Result>, challenge: (purpose: Purpose, signal: AbortSignal) => Promise<Ceremony>) =>
  async (effect: PasskeyEffect, signal: AbortSignal): Promise<PasskeyEvent<Result>> => {
    const { attempt } = effect
    try {
      switch (effect.type) {
        case 'generate-challenge': {
          const ceremony = await challenge(effect.purpose, signal)
          signal.throwIfAborted()
          return { type: 'challenge-ready', attempt, ceremony }
        }
        case 'await-passkey': {
          const { ceremony, window } = effect
          const response = await (window ? window.run(ceremony, signal) : runCeremony(ceremony, signal))
          return { type: 'passkey-given', attempt, response }
        }
        case 'submit-response': {
          const result = await submit(effect.challenge, effect.response, signal)
          return { type: 'authenticated', attempt, result }
        }
      }
    } catch (error) {
      // It was opened by the click, before there was anything to do in it.
      if (effect.type === 'generate-challenge') effect.window?.close()
      const offersWindow = error instanceof VitrineError && mayGoOnInWindow(error)
      return { type: 'failed', attempt, failure: toPasskeyFailure(error), offersWindow }
    }
  }
