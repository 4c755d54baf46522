import type { Machine, Step } from '../../core/flow.ts'
import type { Failure } from '../../words/failure.ts'
import type { Approved, Channel } from './farcaster-api.ts'

/** Login or link by a Farcaster app (`initial`, `loading`, `done`, `error`, as of an OAuth flow, contract §5). */
export type FarcasterState<Result> =
  | { readonly status: 'initial'; readonly attempt: number }
  | FarcasterLoading
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }
  | { readonly status: 'error'; readonly attempt: number; readonly failure: Failure }

export type FarcasterLoading = { readonly status: 'loading'; readonly attempt: number } & (
  | { readonly step: 'opening' }
  | { readonly step: 'waiting'; readonly channel: Channel }
  | { readonly step: 'finishing' }
)

export type FarcasterEvent<Result> =
  /** Anew where it ended, with another channel: one is good once. */
  | { readonly type: 'start' }
  | { readonly type: 'opened'; readonly attempt: number; readonly channel: Channel }
  | { readonly type: 'approved'; readonly attempt: number; readonly approved: Approved }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: Result }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }

export type FarcasterEffect = { readonly attempt: number } & (
  | { readonly type: 'open' }
  | { readonly type: 'await-approval'; readonly channel: Channel }
  | { readonly type: 'finish'; readonly approved: Approved }
)

export const farcasterMachine = <Result>(): Machine<
  FarcasterState<Result>,
  FarcasterEvent<Result>,
  FarcasterEffect
> => ({ initial: { status: 'initial', attempt: 0 }, reduce })

function reduce<R>(
  state: FarcasterState<R>,
  event: FarcasterEvent<R>,
): Step<FarcasterState<R>, FarcasterEffect> {
  const attempt = state.attempt + 1
  if (event.type === 'start') {
    if (state.status !== 'initial' && state.status !== 'error') return [state, []]
    return [{ status: 'loading', step: 'opening', attempt }, [{ type: 'open', attempt }]]
  }
  if (event.attempt !== state.attempt || state.status !== 'loading') return [state, []]
  switch (event.type) {
    case 'opened': {
      if (state.step !== 'opening') return [state, []]
      const { channel } = event
      const waiting = { status: 'loading', step: 'waiting', attempt, channel } as const
      return [waiting, [{ type: 'await-approval', attempt, channel }]]
    }
    case 'approved': {
      if (state.step !== 'waiting') return [state, []]
      const finishing = { status: 'loading', step: 'finishing', attempt } as const
      return [finishing, [{ type: 'finish', attempt, approved: event.approved }]]
    }
    case 'authenticated':
      if (state.step !== 'finishing') return [state, []]
      return [{ status: 'done', attempt: state.attempt, result: event.result }, []]
    case 'failed':
      return [{ status: 'error', attempt: state.attempt, failure: event.failure }, []]
  }
}
