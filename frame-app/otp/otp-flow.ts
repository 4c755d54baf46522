import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { RESEND_AFTER_MS } from '@vitrine/shared/otp/code.ts'
import type { Machine, Step } from '../core/flow.ts'
import type { Failure } from '../words/failure.ts'

/**
 * Login, link or update by a one-time code sent to an address or number (contract §5, "email OTP, SMS OTP").
 *
 * `resendAtMs` (unix ms) exists from the first code that was sent: a state that has it belongs to the code screen, one
 * with `null` to the landing. A refused code is not an error of the flow: it is `awaiting-code-input` with `rejected`.
 */
export type OtpState<Result> =
  | { readonly status: 'initial'; readonly attempt: number; readonly to: string }
  | {
      readonly status: 'sending-code'
      readonly attempt: number
      readonly to: string
      readonly resendAtMs: number | null
    }
  | {
      readonly status: 'awaiting-code-input'
      readonly attempt: number
      readonly to: string
      readonly resendAtMs: number
      readonly rejected: Failure | null
    }
  | {
      readonly status: 'submitting-code'
      readonly attempt: number
      readonly to: string
      readonly resendAtMs: number
      readonly code: string
    }
  | { readonly status: 'done'; readonly attempt: number; readonly to: string; readonly result: Result }
  | OtpError

export type OtpError = {
  readonly status: 'error'
  readonly attempt: number
  readonly to: string
  readonly failure: Failure
} & (
  | { readonly failedAt: 'sending-code'; readonly resendAtMs: number | null }
  | { readonly failedAt: 'submitting-code'; readonly resendAtMs: number; readonly code: string }
)

export type OtpEvent<Result> =
  | { readonly type: 'submit-recipient'; readonly to: string }
  | { readonly type: 'submit-code'; readonly code: string }
  | { readonly type: 'resend'; readonly atMs: number }
  | { readonly type: 'retry' }
  | { readonly type: 'back' }
  | { readonly type: 'code-sent'; readonly attempt: number; readonly atMs: number }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export type OtpEffect =
  | { readonly type: 'send-code'; readonly attempt: number; readonly to: string }
  | { readonly type: 'authenticate'; readonly attempt: number; readonly to: string; readonly code: string }

export function otpMachine<Result>(to = ''): Machine<OtpState<Result>, OtpEvent<Result>, OtpEffect> {
  return { initial: { status: 'initial', attempt: 0, to }, reduce }
}

function reduce<R>(state: OtpState<R>, event: OtpEvent<R>): Step<OtpState<R>, OtpEffect> {
  if (state.status === 'done') return stay(state)
  switch (event.type) {
    case 'submit-recipient':
      return isOnLanding(state) && state.status !== 'sending-code'
        ? sendCode(state, event.to, null)
        : stay(state)
    case 'submit-code':
      if (state.status === 'initial' || state.status === 'submitting-code') return stay(state)
      return state.resendAtMs === null ? stay(state) : submitCode(state, event.code, state.resendAtMs)
    case 'resend':
      if (state.status !== 'awaiting-code-input' && state.status !== 'error') return stay(state)
      if (state.resendAtMs === null || event.atMs < state.resendAtMs) return stay(state)
      return sendCode(state, state.to, state.resendAtMs)
    case 'retry':
      if (state.status !== 'error') return stay(state)
      if (isFinal(state.failure)) return back(state)
      return state.failedAt === 'sending-code'
        ? sendCode(state, state.to, state.resendAtMs)
        : submitCode(state, state.code, state.resendAtMs)
    case 'back':
      return state.status === 'initial' ? stay(state) : back(state)
    case 'code-sent':
      if (state.status !== 'sending-code' || event.attempt !== state.attempt) return stay(state)
      return awaitCode(state, event.atMs + RESEND_AFTER_MS, null)
    case 'authenticated':
      if (state.status !== 'submitting-code' || event.attempt !== state.attempt) return stay(state)
      return [{ status: 'done', attempt: state.attempt, to: state.to, result: event.result }, []]
    case 'failed':
      return event.attempt === state.attempt ? fail(state, event.failure) : stay(state)
  }
}

function fail<R>(state: OtpState<R>, failure: Failure): Step<OtpState<R>, OtpEffect> {
  const { attempt, to } = state
  if (state.status === 'sending-code')
    return [
      { status: 'error', failedAt: 'sending-code', attempt, to, failure, resendAtMs: state.resendAtMs },
      [],
    ]
  if (state.status !== 'submitting-code') return stay(state)
  const { code, resendAtMs } = state
  // A wrong, used or expired code is the person's to mend in the same place.
  if (failure.code === 'invalid_credentials') return awaitCode(state, resendAtMs, failure)
  return [{ status: 'error', failedAt: 'submitting-code', attempt, to, failure, resendAtMs, code }, []]
}

/** The server has used the code up, and another one for the same recipient would end the same way. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'linked_to_another_user',
  'cannot_link_more_of_type',
  'failed_to_update_account',
  'user_does_not_exist',
  'mfa_verification_max_attempts_reached',
])

/** Whether trying again leads nowhere: `retry` then goes back to the recipient. */
export function isFinal({ code }: Failure): boolean {
  return FINAL.has(code)
}

function back<R>({ attempt, to }: OtpState<R>): Step<OtpState<R>, OtpEffect> {
  return [{ status: 'initial', attempt, to }, []]
}

function stay<S>(state: S): Step<S, never> {
  return [state, []]
}

function isOnLanding(state: OtpState<unknown>): boolean {
  return state.status === 'initial' || ('resendAtMs' in state && state.resendAtMs === null)
}

function sendCode<R>(
  { attempt: previous }: OtpState<R>,
  to: string,
  resendAtMs: number | null,
): Step<OtpState<R>, OtpEffect> {
  const attempt = previous + 1
  return [{ status: 'sending-code', attempt, to, resendAtMs }, [{ type: 'send-code', attempt, to }]]
}

function submitCode<R>(
  { attempt: previous, to }: OtpState<R>,
  code: string,
  resendAtMs: number,
): Step<OtpState<R>, OtpEffect> {
  const attempt = previous + 1
  return [
    { status: 'submitting-code', attempt, to, resendAtMs, code },
    [{ type: 'authenticate', attempt, to, code }],
  ]
}

function awaitCode<R>(
  { attempt, to }: OtpState<R>,
  resendAtMs: number,
  rejected: Failure | null,
): Step<OtpState<R>, OtpEffect> {
  return [{ status: 'awaiting-code-input', attempt, to, resendAtMs, rejected }, []]
}
