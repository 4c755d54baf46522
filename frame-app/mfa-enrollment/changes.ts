import type { User } from '@vitrine/shared/api/client-user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ReadableStore } from '../core/store.ts'
import { type AskedStepUp, createStepUp, type StepUpBody } from '../step-up/step-up.ts'
import type { Operations } from '../ui/kernel-context.ts'

/** What a change of second factors takes: a proof of a way in, and where there is a factor already one of that. */
export interface MfaChanges {
  /** What the card shows in its place while the person proves a way in; the factor is asked for over all cards. */
  readonly asked: ReadableStore<AskedStepUp | null>
  /** Before anything is shown, made or sent. @throws VitrineError `user_rejected` | `mfa_canceled` */
  prove(signal: AbortSignal): Promise<void>
  change<T>(signal: AbortSignal, send: (proof: StepUpBody) => Promise<T>): Promise<T>
}

/** All factors have one proof (`MFA_TARGET`). */
const CHANGED = { type: 'mfa' } as const

/** @param isFromAccount no page asked for it */
export function createMfaChanges(
  { calls, mfa }: Pick<Operations, 'calls' | 'mfa'>,
  isFromAccount: boolean,
): MfaChanges {
  const stepUp = createStepUp(calls, { purpose: 'mfa', isFromAccount })
  return {
    asked: stepUp.asked,
    async prove(signal) {
      await stepUp.prove(CHANGED, signal)
      try {
        await (await mfa()).prompt()
      } catch (error) {
        // The first one.
        if (!(error instanceof VitrineError) || error.code !== 'missing_mfa_enrollment') throw error
      }
      signal.throwIfAborted()
    },
    async change(signal, send) {
      const { run } = await mfa()
      return stepUp.change(CHANGED, signal, proof => run(() => send(proof), { signal }))
    },
  }
}

/** What a card of one method is given. */
export interface SetupProps {
  readonly changes: MfaChanges
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** @param codes recovery codes, with the first factor */
  onEnrolled(user: User, codes: readonly string[] | null): void
}
