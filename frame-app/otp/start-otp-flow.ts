import { type Flow, startFlow } from '../core/flow.ts'
import { codeFailure } from './code-failure.ts'
import { type OtpEvent, type OtpState, otpMachine } from './otp-flow.ts'

export type OtpFlow<Result> = Flow<OtpState<Result>, OtpEvent<Result>>

export interface OtpFlowOptions<Result> {
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
  /** Has a code sent to the recipient. */
  sendCode(to: string, signal: AbortSignal): Promise<void>
  /** What the code is for: a login, or a change of the user. */
  submitCode(to: string, code: string, signal: AbortSignal): Promise<Result>
}

/** The code flow over a channel's calls, for login, link and update alike. */
export function startOtpFlow<Result>(options: OtpFlowOptions<Result>): OtpFlow<Result> {
  /** How many codes were sent to each recipient: a new one takes the place of the one before. */
  const sent = new Map<string, number>()
  return startFlow(otpMachine<Result>(options.prefill), async (effect, signal): Promise<OtpEvent<Result>> => {
    const { attempt, to } = effect
    try {
      if (effect.type === 'send-code') {
        await options.sendCode(to, signal)
        sent.set(to, (sent.get(to) ?? 0) + 1)
        return { type: 'code-sent', attempt, atMs: Date.now() }
      }
      const result = await options.submitCode(to, effect.code, signal)
      return { type: 'authenticated', attempt, result }
    } catch (error) {
      return { type: 'failed', attempt, failure: codeFailure(error, (sent.get(to) ?? 0) < 2) }
    }
  })
}
