import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { prepareFlow } from '../cut-off/frame-flow.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import type { RequestEvent, SentLink } from '../view/request-state.ts'
import type { Review } from '../view/window-messages.ts'
import { type ApprovalDesk, approvalWindows, type WindowStatus } from './approval-windows.ts'

export interface ApprovalWindowOptions {
  readonly requestId: string
  /** Where it is approved. */
  readonly surface: 'window' | 'frame'
  /** `null`: it is still being read, or cannot be approved now. */
  readonly review: Review | null
  onApprove(): void
  onReject(): void
}

export interface ApprovalWindow {
  readonly status: WindowStatus
  /** How often in a row the browser opened none. */
  readonly timesBlocked: number
  /** In the user's click. */
  open(): void
}

/** Has a request approved in a window of the wallet origin. */
export function useApprovalWindow(options: ApprovalWindowOptions): ApprovalWindow {
  const { requestId, surface, review } = options
  const kernel = useKernel()
  const [status, setStatus] = useState<WindowStatus>('none')
  const [timesBlocked, setTimesBlocked] = useState(0)
  const desk = useRef<ApprovalDesk | null>(null)
  const latest = useRef({ options, kernel })
  latest.current = { options, kernel }

  useEffect(() => {
    const attended = approvalWindows(window, kernel.app.id).attend({
      id: requestId,
      surface,
      countCalls: () => latest.current.kernel.screens.countCalls(),
      newFlow: () => prepareFlow(window, latest.current.kernel.operations.calls),
      onStatus(next) {
        setStatus(next)
        if (next === 'open') setTimesBlocked(0)
        if (next === 'blocked') setTimesBlocked(times => times + 1)
      },
      onAnswer(verdict) {
        if (verdict === 'approved') latest.current.options.onApprove()
        else latest.current.options.onReject()
      },
    })
    desk.current = attended
    attended.show(latest.current.options.review)
    return () => {
      desk.current = null
      attended.end()
      setStatus('none')
    }
  }, [kernel.app.id, requestId, surface])

  // By its key, and by what changes of a review under one key: fees that are read again.
  const key = review?.key
  const { fee, explanation } = review?.view ?? {}
  const changing = JSON.stringify([fee, explanation?.raw, explanation?.dangers])
  useEffect(() => {
    desk.current?.show(latest.current.options.review)
  }, [key, changing])

  return { status, timesBlocked, open: () => desk.current?.open() }
}

/**
 * Keeps the state of a request for its windows, from its first screen to its last.
 * @param transactions what was sent, with links; where they are not given the hashes stand without
 */
export function useRequestState(
  { id }: { readonly id: string },
  state: ApprovalState<{ readonly isFixed?: boolean | undefined }, unknown>,
  transactions: readonly SentLink[] = state.sent.map(hash => ({ id: hash, url: null })),
): void {
  const { app } = useKernel()
  const { status, attempt, sent } = state
  const event = eventOf(state, transactions)
  const latest = useRef(event)
  latest.current = event
  // Before anything is painted, and so before a window can answer what is not on show any more.
  useLayoutEffect(() => {
    const windows = approvalWindows(window, app.id)
    if (status !== 'done') windows.send(id, { type: 'progress', transactions })
    windows.send(id, latest.current)
  }, [app.id, id, status, attempt, sent.length])
  useEffect(() => () => approvalWindows(window, app.id).send(id, { type: 'cancel' }), [app.id, id])
}

function eventOf(
  state: ApprovalState<{ readonly isFixed?: boolean | undefined }, unknown>,
  transactions: readonly SentLink[],
): RequestEvent {
  switch (state.status) {
    case 'preparing':
    case 'reviewing':
      return { type: 'ask' }
    case 'performing':
      return { type: 'sign' }
    case 'done':
      return transactions.length > 0 ? { type: 'sent', transactions } : { type: 'signed' }
    case 'failed':
      return state.review.isFixed ? { type: 'ask' } : { type: 'failed' }
    case 'unprepared':
      return { type: 'failed' }
  }
}
