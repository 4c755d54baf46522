import type { Machine, Step } from '../../core/flow.ts'
import type { Failure } from '../../words/failure.ts'
import type { Ceremony, CeremonyResponse } from './ceremony.ts'
import type { PasskeyWindow } from './passkey-window.ts'

/** Using a passkey that is there, or making one: for a new user, or for the user who is logged in. */
export type Purpose = 'log-in' | 'sign-up' | 'link'

/**
 * Login, sign-up or link by passkey (contract §5). `window` is the window of the wallet origin in which the person goes on, or
 * `null` while the frame itself asks the browser.
 */
export type PasskeyState<Result> =
  | { readonly status: 'initial'; readonly attempt: number }
  | (Attempt & { readonly status: 'generating-challenge' })
  | (Attempt & { readonly status: 'awaiting-passkey'; readonly ceremony: Ceremony })
  | (Attempt & {
      readonly status: 'submitting-response'
      readonly challenge: string
      readonly response: CeremonyResponse
    })
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }
  | (Attempt & {
      readonly status: 'error'
      readonly failure: Failure
      /** Another try may go better in a window. */
      readonly offersWindow: boolean
    })

interface Attempt {
  readonly attempt: number
  readonly purpose: Purpose
  readonly window: PasskeyWindow | null
}

export type PasskeyEvent<Result> =
  | { readonly type: 'start'; readonly purpose: Purpose; readonly window: PasskeyWindow | null }
  | { readonly type: 'window-blocked'; readonly purpose: Purpose; readonly failure: Failure }
  | { readonly type: 'back' }
  | { readonly type: 'challenge-ready'; readonly attempt: number; readonly ceremony: Ceremony }
  | { readonly type: 'passkey-given'; readonly attempt: number; readonly response: CeremonyResponse }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: Result }
  | {
      readonly type: 'failed'
      readonly attempt: number
      readonly failure: Failure
      readonly offersWindow: boolean
    }

export type PasskeyEffect =
  | {
      readonly type: 'generate-challenge'
      readonly attempt: number
      readonly purpose: Purpose
      readonly window: PasskeyWindow | null
    }
  | {
      readonly type: 'await-passkey'
      readonly attempt: number
      readonly ceremony: Ceremony
      readonly window: PasskeyWindow | null
    }
  | {
      readonly type: 'submit-response'
      readonly attempt: number
      readonly challenge: string
      readonly response: CeremonyResponse
    }

/** @param refused why a passkey that the person chose in the address field was not taken */
export function passkeyMachine<Result>(
  refused: Failure | null = null,
): Machine<PasskeyState<Result>, PasskeyEvent<Result>, PasskeyEffect> {
  if (refused === null) return { initial: { status: 'initial', attempt: 0 }, reduce }
  const failed = {
    attempt: 0,
    purpose: 'log-in',
    window: null,
    failure: refused,
    offersWindow: false,
  } as const
  return { initial: { status: 'error', ...failed }, reduce }
}

function reduce<R>(state: PasskeyState<R>, event: PasskeyEvent<R>): Step<PasskeyState<R>, PasskeyEffect> {
  const { attempt } = state
  switch (event.type) {
    case 'start': {
      if (state.status !== 'initial' && state.status !== 'error') return [state, []]
      const { purpose, window } = event
      return [
        { status: 'generating-challenge', attempt: attempt + 1, purpose, window },
        [{ type: 'generate-challenge', attempt: attempt + 1, purpose, window }],
      ]
    }
    case 'window-blocked': {
      if (state.status !== 'initial' && state.status !== 'error') return [state, []]
      const { purpose, failure } = event
      return [{ status: 'error', attempt, purpose, window: null, failure, offersWindow: true }, []]
    }
    case 'back':
      return state.status === 'initial' || state.status === 'done'
        ? [state, []]
        : [{ status: 'initial', attempt }, []]
    case 'challenge-ready': {
      if (state.status !== 'generating-challenge' || event.attempt !== attempt) return [state, []]
      const { purpose, window } = state
      const { ceremony } = event
      return [
        { status: 'awaiting-passkey', attempt, purpose, window, ceremony },
        [{ type: 'await-passkey', attempt, ceremony, window }],
      ]
    }
    case 'passkey-given': {
      if (state.status !== 'awaiting-passkey' || event.attempt !== attempt) return [state, []]
      const { purpose, window, ceremony } = state
      const challenge = ceremony.kind === 'get' ? ceremony.issued : ceremony.options.challenge
      const { response } = event
      return [
        { status: 'submitting-response', attempt, purpose, window, challenge, response },
        [{ type: 'submit-response', attempt, challenge, response }],
      ]
    }
    case 'authenticated':
      if (state.status !== 'submitting-response' || event.attempt !== attempt) return [state, []]
      return [{ status: 'done', attempt, result: event.result }, []]
    case 'failed': {
      if (event.attempt !== attempt || state.status === 'initial') return [state, []]
      if (state.status === 'done' || state.status === 'error') return [state, []]
      const { purpose, window } = state
      const { failure } = event
      // A challenge is good for one answer, so another try begins with a new one.
      const offersWindow = event.offersWindow && window === null
      return [{ status: 'error', attempt, purpose, window: null, failure, offersWindow }, []]
    }
  }
}
