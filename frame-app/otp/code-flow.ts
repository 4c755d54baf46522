import type { ReadableStore } from '../core/store.ts'
import type { OtpEvent, OtpState } from './otp-flow.ts'

/** The code flow as its screens see it, whatever it ends with. */
export interface CodeFlow extends ReadableStore<OtpState<unknown>> {
  send(event: Extract<OtpEvent<never>, { type: PersonEvent }>): void
}

type PersonEvent = 'submit-recipient' | 'submit-code' | 'resend' | 'retry' | 'back'

/** Whether the flow stands at the code: a code was sent once, and the person has not gone back. */
export function isAtCode(state: OtpState<unknown>): boolean {
  if (state.status === 'initial') return false
  return state.status === 'done' || state.resendAtMs !== null
}

/** `isAtCode` as a store. */
export const atCode = (flow: ReadableStore<OtpState<unknown>>): ReadableStore<boolean> => ({
  get: () => isAtCode(flow.get()),
  subscribe: flow.subscribe,
})

/** Tells of the flow's end, once. */
export function whenDone<Result>(flow: ReadableStore<OtpState<Result>>, listener: (result: Result) => void) {
  return flow.subscribe(() => {
    const state = flow.get()
    if (state.status === 'done') listener(state.result)
  })
}
