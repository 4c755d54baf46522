import type { OauthAnswer } from '@vitrine/shared/api/oauth-flow.ts'
import type { Machine, Step } from '../core/flow.ts'
import type { Failure } from '../words/failure.ts'
import type { FlowKeys } from './oauth-keys.ts'
import type { OauthWindow } from './oauth-window.ts'

/**
 * Login or link at another company (contract §5: `initial`, `loading`, `done`, `error`). While it is under way a person is
 * somewhere else, and `step` says what the frame knows of it.
 */
export type OauthState<Result> =
  | { readonly status: 'initial'; readonly attempt: number }
  | OauthLoading
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }
  | { readonly status: 'error'; readonly attempt: number; readonly failure: Failure }

export type OauthLoading = { readonly status: 'loading'; readonly attempt: number } & (
  | { readonly step: 'beginning'; readonly window: OauthWindow }
  | { readonly step: 'waiting'; readonly window: OauthWindow; readonly keys: FlowKeys; readonly sight: Sight }
  /** The whole page is about to go. */
  | { readonly step: 'leaving' }
  | { readonly step: 'finishing' }
)

/**
 * The window: `unseen` was opened behind the frame's back (a site with `Cross-Origin-Opener-Policy`) or not at all; `gone` was
 * closed by the person or cut off by the provider (its COOP). Neither says that the login is over.
 */
export type Sight = 'open' | 'gone' | 'unseen'

export type OauthEvent<Result> =
  /** `window` was opened in the person's click, or tried. */
  | { readonly type: 'start'; readonly window: OauthWindow }
  /** Without a window, by the whole page. */
  | { readonly type: 'leave' }
  /** The page is back with this. */
  | { readonly type: 'resume'; readonly keys: FlowKeys; readonly answer: OauthAnswer }
  /** Another window for the flow that is under way. */
  | { readonly type: 'reopen'; readonly window: OauthWindow }
  | { readonly type: 'back' }
  | { readonly type: 'begun'; readonly attempt: number; readonly keys: FlowKeys }
  | { readonly type: 'gone'; readonly attempt: number }
  | { readonly type: 'answered'; readonly attempt: number; readonly answer: OauthAnswer }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export type OauthEffect = { readonly attempt: number } & (
  | { readonly type: 'begin'; readonly window: OauthWindow }
  | { readonly type: 'watch'; readonly window: OauthWindow }
  | { readonly type: 'await-answer'; readonly window: OauthWindow; readonly keys: FlowKeys }
  | { readonly type: 'leave' }
  | { readonly type: 'finish'; readonly keys: FlowKeys; readonly answer: OauthAnswer }
)

export const oauthMachine = <Result>(): Machine<OauthState<Result>, OauthEvent<Result>, OauthEffect> => ({
  initial: { status: 'initial', attempt: 0 },
  reduce,
})

function reduce<R>(state: OauthState<R>, event: OauthEvent<R>): Step<OauthState<R>, OauthEffect> {
  const isWaiting = state.status === 'loading' && state.step === 'waiting'
  const isResting = state.status === 'initial' || state.status === 'error'
  const attempt = state.attempt + 1
  switch (event.type) {
    case 'start': {
      if (!isResting) return [state, []]
      const { window } = event
      return [{ status: 'loading', step: 'beginning', attempt, window }, [{ type: 'begin', attempt, window }]]
    }
    case 'leave':
      // A window that nobody sees goes on to nothing: the flow that takes the page is a new one.
      if (!isResting && !isWaiting) return [state, []]
      return [{ status: 'loading', step: 'leaving', attempt }, [{ type: 'leave', attempt }]]
    case 'resume': {
      if (!isResting) return [state, []]
      const { keys, answer } = event
      return finish(attempt, keys, answer)
    }
    case 'reopen':
      return isWaiting ? waitFor(attempt, event.window, state.keys) : [state, []]
    case 'back':
      if (state.status !== 'loading' && state.status !== 'error') return [state, []]
      return [{ status: 'initial', attempt: state.attempt }, []]
  }
  if (event.attempt !== state.attempt || state.status !== 'loading') return [state, []]
  switch (event.type) {
    case 'begun':
      return state.step === 'beginning' ? waitFor(attempt, state.window, event.keys) : [state, []]
    case 'gone':
      return state.step === 'waiting' ? [{ ...state, sight: 'gone' }, []] : [state, []]
    case 'answered':
      return state.step === 'waiting' ? finish(attempt, state.keys, event.answer) : [state, []]
    case 'authenticated':
      if (state.step !== 'finishing') return [state, []]
      return [{ status: 'done', attempt: state.attempt, result: event.result }, []]
    case 'failed':
      return [{ status: 'error', attempt: state.attempt, failure: event.failure }, []]
  }
}

function waitFor(attempt: number, window: OauthWindow, keys: FlowKeys): Step<OauthLoading, OauthEffect> {
  return [
    {
      status: 'loading',
      step: 'waiting',
      attempt,
      window,
      keys,
      sight: window.isSeen ? 'open' : 'unseen',
    },
    [
      { type: 'await-answer', attempt, window, keys },
      { type: 'watch', attempt, window },
    ],
  ]
}

const finish = (attempt: number, keys: FlowKeys, answer: OauthAnswer): Step<OauthLoading, OauthEffect> => [
  { status: 'loading', step: 'finishing', attempt },
  [{ type: 'finish', attempt, keys, answer }],
]
