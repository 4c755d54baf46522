import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { toFailure } from '../../flow/failure.ts'
import { type Flow, startFlow } from '../../flow/kernel.ts'
import { type OtpEvent, type OtpState, otpMachine } from '../../flow/otp-flow.ts'
import type { Operations } from '../../kernel/ports.ts'

export type EmailState = OtpState<FrameResult<'login'>>
export type EmailEvent = OtpEvent<FrameResult<'login'>>
export type EmailFlow = Flow<EmailState, EmailEvent>

export interface EmailLoginOptions {
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

/** The e-mail login: the code flow over `/passwordless` (contract §2.2). */
export function startEmailFlow(
  operations: Operations['email'],
  { prefill, mode }: EmailLoginOptions,
): EmailFlow {
  return startFlow(otpMachine<FrameResult<'login'>>(prefill), async (effect, signal): Promise<EmailEvent> => {
    const { attempt, to: email } = effect
    try {
      if (effect.type === 'send-code') {
        await operations.sendCode(email, signal)
        return { type: 'code-sent', attempt, atMs: Date.now() }
      }
      const result = await operations.authenticate({ email, code: effect.code, mode }, signal)
      return { type: 'authenticated', attempt, result }
    } catch (error) {
      return { type: 'failed', attempt, failure: toFailure(error) }
    }
  })
}
