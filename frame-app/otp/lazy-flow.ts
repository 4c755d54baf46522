import { toFailure } from '../words/failure.ts'
import type { CodeFlow } from './code-flow.ts'
import type { OtpState } from './otp-flow.ts'
import type { OtpFlow } from './start-otp-flow.ts'

export interface LazyFlow<Result> extends CodeFlow {
  get(): OtpState<Result>
  stop(): void
}

/**
 * A code flow whose code comes with the first press: until then it is what the field is filled with. One that cannot be
 * brought is a code that was not sent, and the next press tries again.
 */
export function lazyFlow<Result>(to: string, start: () => Promise<OtpFlow<Result>>): LazyFlow<Result> {
  const listeners = new Set<() => void>()
  let state: OtpState<Result> = { status: 'initial', attempt: 0, to }
  let flow: OtpFlow<Result> | undefined
  let isStopped = false

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const change = (next: OtpState<Result>) => {
    state = next
    tell()
  }
  return {
    get: () => flow?.get() ?? state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(event) {
      if (flow) return flow.send(event)
      if (event.type !== 'submit-recipient' || state.status === 'sending-code') return
      const sending = { attempt: 0, to: event.to, resendAtMs: null }
      change({ status: 'sending-code', ...sending })
      start().then(
        started => {
          if (isStopped) return started.stop()
          flow = started
          flow.subscribe(tell)
          flow.send(event)
        },
        error => change({ status: 'error', failedAt: 'sending-code', ...sending, failure: toFailure(error) }),
      )
    },
    stop() {
      isStopped = true
      flow?.stop()
      listeners.clear()
    },
  }
}
