/**
 * The state of one approval request. The frame holds it for as long as its document lives, so that a window that announces itself
 * late is told the truth. Pure: `request-state.test.ts` has the table, `approval-windows.property.test.ts` random interleavings.
 */
import * as z from 'zod/mini'

/** A transaction that was sent: its hash (Ethereum) or first signature (Solana), and its page in a block explorer. */
const transaction = z.object({ id: z.string(), url: z.nullable(z.string()) })
export type SentLink = z.infer<typeof transaction>

export const requestState = z.object({
  status: z.enum([
    'waiting',
    'reviewed',
    'answered',
    'signing',
    'sent',
    'signed',
    'failed',
    'rejected',
    'cancelled',
    'expired',
    'unknown',
  ]),
  /** Those that were sent by now: a batch can end after a part of it. */
  transactions: z.array(transaction),
})
export type RequestState = z.infer<typeof requestState>

export type RequestEvent =
  /** A window shows the review; it no longer does. */
  | { readonly type: 'shown' | 'hidden' }
  /** The user's answer. */
  | { readonly type: 'approve' | 'reject' }
  /** The frame asks for an approval, first or again: nothing that was approved before is signed any more. */
  | { readonly type: 'ask' }
  | { readonly type: 'sign' }
  /** Some transactions of a batch were sent. */
  | { readonly type: 'progress'; readonly transactions: readonly SentLink[] }
  | { readonly type: 'sent'; readonly transactions: readonly SentLink[] }
  | { readonly type: 'signed' | 'failed' }
  /** The request ended without an answer of the user: the site or the session is gone. */
  | { readonly type: 'cancel' | 'expire' }

export const INITIAL: RequestState = { status: 'waiting', transactions: [] }

/** Approve is accepted in these states alone. */
export const isAsking = ({ status }: RequestState): boolean => status === 'waiting' || status === 'reviewed'

const FINAL: readonly RequestState['status'][] = ['sent', 'signed', 'rejected', 'cancelled', 'expired']

/** The request is over, and its state is known. */
export const isOver = ({ status }: RequestState): boolean => FINAL.includes(status)

/** @returns the same object where the event changes nothing */
export function nextState(state: RequestState, event: RequestEvent): RequestState {
  const { status, transactions } = state
  if (isOver(state)) return state
  const to = (next: RequestState['status']): RequestState =>
    next === status ? state : { status: next, transactions }
  /** "Nothing was signed" would be false after a part of a batch. */
  const without = (next: RequestState['status']) => to(transactions.length > 0 ? 'sent' : next)
  switch (event.type) {
    case 'shown':
      return status === 'waiting' ? to('reviewed') : state
    case 'hidden':
      return status === 'reviewed' ? to('waiting') : state
    case 'approve':
      return isAsking(state) ? to('answered') : state
    case 'ask':
      return isAsking(state) ? state : to('waiting')
    case 'sign':
      return status === 'failed' || isAsking(state) || status === 'answered' ? to('signing') : state
    case 'progress':
      return { status, transactions: [...event.transactions] }
    case 'sent':
      return { status: 'sent', transactions: [...event.transactions] }
    case 'signed':
      return to('signed')
    case 'failed':
      return status === 'unknown' ? state : to('failed')
    case 'reject':
    case 'cancel':
    case 'expire': {
      // After an answer the signature may exist already.
      if (status === 'answered' || status === 'signing' || status === 'unknown') return to('unknown')
      if (status === 'failed' && event.type !== 'reject') return state
      return without(event.type === 'reject' ? 'rejected' : event.type === 'cancel' ? 'cancelled' : 'expired')
    }
  }
}
