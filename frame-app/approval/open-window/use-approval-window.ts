import { useEffect, useRef, useState } from 'react'
import type { Calls } from '../../session/calls.ts'
import { prepareFlow } from '../cut-off/frame-flow.ts'
import type { Review } from '../view/window-messages.ts'
import { type ApprovalDesk, type DeskStatus, hearWindows, openDesk, tellWindow } from './approval-desk.ts'

export interface ApprovalWindowOptions {
  readonly appId: string
  readonly calls: Pick<Calls, 'postAuthorized'>
  /**
   * `asking`: a window is where this is approved. `frame`: the frame is; a window that the page opened for it has nothing to do.
   * `idle`: nothing can be approved now.
   */
  readonly mode: 'asking' | 'frame' | 'idle'
  /** `null`: it is still being read. */
  readonly review: Review | null
  onApprove(): void
  onReject(): void
}

export interface ApprovalWindow {
  readonly status: DeskStatus
  /** How often in a row the browser opened none. */
  readonly timesBlocked: number
  /** In the person's click. */
  open(): void
}

/** Has a request approved in a window of the wallet origin. */
export function useApprovalWindow(options: ApprovalWindowOptions): ApprovalWindow {
  const { appId, mode, review } = options
  const [status, setStatus] = useState<DeskStatus>('none')
  const [timesBlocked, setTimesBlocked] = useState(0)
  const desk = useRef<ApprovalDesk | null>(null)
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    if (mode === 'idle') return
    if (mode === 'frame')
      return hearWindows(window, (source, { event }) => {
        if (event === 'ready') tellWindow(window, source, { event: 'end' })
      })
    const opened = openDesk(
      window,
      appId,
      {
        onStatus(next) {
          setStatus(next)
          if (next === 'open') setTimesBlocked(0)
          if (next === 'blocked') setTimesBlocked(times => times + 1)
        },
        onAnswer(verdict) {
          if (verdict === 'approved') latest.current.onApprove()
          else latest.current.onReject()
        },
      },
      () => prepareFlow(window, latest.current.calls),
    )
    desk.current = opened
    opened.show(latest.current.review)
    return () => {
      desk.current = null
      opened.end()
      setStatus('none')
    }
  }, [appId, mode])

  // By its key, and by what changes of a review under one key: fees that are read again.
  const key = review?.key
  const { fee, explanation } = review?.view ?? {}
  const changing = JSON.stringify([fee, explanation?.raw, explanation?.dangers])
  useEffect(() => {
    desk.current?.show(latest.current.review)
  }, [key, changing])

  return { status, timesBlocked, open: () => desk.current?.open() }
}
