import { listen } from '../../window/listen.ts'
import { watch } from '../../window/watch.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import { type ToWindow, toFrame } from './messages.ts'

/** What became of a review in a window. */
export type WindowAnswer = 'approved' | 'rejected' | 'closed'

export interface ApprovalWindow {
  /** Settles once. A window that is closed, or open for five minutes, has not approved. */
  readonly answer: Promise<WindowAnswer>
  close(): void
}

/**
 * Opens the review in a window of the wallet origin, which nothing of the site can cover. To be called in the person's
 * click, or the browser blocks it.
 * @param key identity of the review; only an answer with the same key counts
 * @returns `null` when it was blocked, or cut off by the site's `Cross-Origin-Opener-Policy`
 */
export function openApprovalWindow(
  frame: Window,
  appId: string,
  key: string,
  view: ApprovalView,
): ApprovalWindow | null {
  const popup = frame.open(
    `/apps/${encodeURIComponent(appId)}/approve`,
    '_blank',
    'popup,width=460,height=720',
  )
  if (popup === null) return null
  let end = () => {}
  const answer = new Promise<WindowAnswer>(resolve => {
    const ends = [
      listen(frame, popup, toFrame, message => {
        if (message.event === 'ready') {
          const { lang: language } = frame.document.documentElement
          const task: ToWindow = { to: 'vitrine:approval-window', key, language, view }
          popup.postMessage(task, frame.location.origin)
        } else if (message.key === key) resolve(message.event)
      }),
      watch(popup, () => resolve('closed')),
    ]
    end = () => {
      for (const stop of ends) stop()
      resolve('closed')
    }
  })
  const close = () => {
    end()
    popup.close()
  }
  void answer.then(close)
  return { answer, close }
}
