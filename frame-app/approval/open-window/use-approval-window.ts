import { useEffect, useRef, useState } from 'react'
import type { ApprovalView } from '../view/approval-view.ts'
import { type ApprovalWindow, openApprovalWindow } from './open-window.ts'

export type WindowStatus = 'none' | 'open' | 'blocked' | 'closed'

export interface ApprovalWindowOptions {
  readonly appId: string
  /** Identity of the review; a change closes the window that showed the former one. */
  readonly reviewKey: string
  onApprove(): void
  onReject(): void
}

/** An approval that goes on in a window of the wallet origin, where the browser cannot tell what covers the frame. */
export function useApprovalWindow(options: ApprovalWindowOptions) {
  const { appId, reviewKey } = options
  const [status, setStatus] = useState<WindowStatus>('none')
  const opened = useRef<ApprovalWindow | null>(null)
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    setStatus('none')
    return () => {
      opened.current?.close()
      opened.current = null
    }
  }, [reviewKey])

  const open = (view: ApprovalView) => {
    opened.current?.close()
    const approvalWindow = openApprovalWindow(window, appId, reviewKey, view)
    opened.current = approvalWindow
    setStatus(approvalWindow ? 'open' : 'blocked')
    void approvalWindow?.answer.then(answer => {
      if (opened.current !== approvalWindow) return
      opened.current = null
      setStatus(answer === 'closed' ? 'closed' : 'none')
      if (answer === 'approved') latest.current.onApprove()
      if (answer === 'rejected') latest.current.onReject()
    })
  }
  return { status, open }
}
