import { type Flow, type Machine, type Step, startFlow } from '../core/flow.ts'
import type { Holding } from '../portfolio/ports.ts'
import type { RequestOf } from '../requests/registry.ts'
import type { ChosenRecipient } from './recipient-flow.ts'
import type { TransferProblem } from './solana/transfer.ts'

/** What a person filled in, whole. */
export interface Draft {
  readonly holding: Holding
  readonly to: ChosenRecipient
  /** Smallest units; `max`: all, less the fee where it is paid in the same coin. */
  readonly amount: bigint | 'max'
}

/** What the person asks of their own wallet. It has no place in the queue: it stands in the account's screen. */
export type OwnRequest = RequestOf<'send-transaction'> | RequestOf<'solana-transaction'>

/** A transfer that is on its way. */
export interface SentTransfer {
  readonly chain: Holding['chain']
  /** Transaction hash, or Solana's first signature. */
  readonly id: string
}

/** In words, or one of ours. */
export type SendProblem = TransferProblem | { readonly message: string }

export type SendState =
  | { readonly status: 'form'; readonly attempt: number; readonly problem: SendProblem | null }
  | { readonly status: 'preparing'; readonly attempt: number; readonly draft: Draft }
  /** The wallet's key is not on this device: the passcode comes first. */
  | { readonly status: 'recovering'; readonly attempt: number; readonly draft: Draft }
  | {
      readonly status: 'asking'
      readonly attempt: number
      readonly draft: Draft
      readonly request: OwnRequest
      /** Set once it is sent; the tick may still be on show. */
      readonly sent: SentTransfer | null
    }

export type SendEvent =
  | { readonly type: 'review'; readonly draft: Draft }
  | { readonly type: 'prepared'; readonly attempt: number; readonly request: OwnRequest }
  | { readonly type: 'closed'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly problem: SendProblem }
  | { readonly type: 'recovered' }
  | { readonly type: 'sent'; readonly sent: SentTransfer }
  /** Back to the form as it was: rejected, or left. */
  | { readonly type: 'back'; readonly problem?: SendProblem }

export interface SendEffect {
  readonly attempt: number
  readonly draft: Draft
}

export const sendMachine: Machine<SendState, SendEvent, SendEffect> = {
  initial: { status: 'form', attempt: 0, problem: null },
  reduce(state, event): Step<SendState, SendEffect> {
    const attempt = state.attempt + 1
    const prepare = (draft: Draft): Step<SendState, SendEffect> => [
      { status: 'preparing', attempt, draft },
      [{ attempt, draft }],
    ]
    switch (event.type) {
      case 'review':
        return state.status === 'form' ? prepare(event.draft) : [state, []]
      case 'recovered':
        return state.status === 'recovering' ? prepare(state.draft) : [state, []]
      case 'sent':
        return state.status === 'asking' && state.sent === null
          ? [{ ...state, sent: event.sent }, []]
          : [state, []]
      case 'back':
        // What was sent cannot be filled in once more by the same press.
        if (state.status === 'form' || (state.status === 'asking' && state.sent !== null)) return [state, []]
        return [{ status: 'form', attempt, problem: event.problem ?? null }, []]
    }
    if (state.status !== 'preparing' || event.attempt !== state.attempt) return [state, []]
    const { draft } = state
    switch (event.type) {
      case 'prepared':
        return [{ status: 'asking', attempt, draft, request: event.request, sent: null }, []]
      case 'closed':
        return [{ status: 'recovering', attempt, draft }, []]
      case 'failed':
        return [{ status: 'form', attempt, problem: event.problem }, []]
    }
  },
}

/** @param prepare makes the request of what was filled in; never rejects */
export const startSend = (
  prepare: (draft: Draft, signal: AbortSignal) => Promise<PreparedSend>,
): Flow<SendState, SendEvent> =>
  startFlow(sendMachine, async ({ attempt, draft }, signal): Promise<SendEvent> => {
    const prepared = await prepare(draft, signal)
    return { ...prepared, attempt }
  })

export type PreparedSend =
  | { readonly type: 'prepared'; readonly request: OwnRequest }
  | { readonly type: 'closed' }
  | { readonly type: 'failed'; readonly problem: SendProblem }
