import type { OauthAnswer } from '@vitrine/shared/api/oauth-flow.ts'
import { listen } from '../window/listen.ts'
import { watch } from '../window/watch.ts'
import { randomText } from './oauth-keys.ts'
import { toFrame } from './window-message.ts'

/** The window of the wallet origin that goes to the provider and comes back. */
export interface OauthWindow {
  /** Known to it and to this frame; by it the frame asks what the window came back with. */
  readonly flowId: string
  /** `false`: the browser gave no handle, and may have opened it all the same. */
  readonly isSeen: boolean
  /** What the window itself says, where nothing has cut it off. Never settles otherwise. */
  answer(state: string, signal: AbortSignal): Promise<OauthAnswer>
  /** Settles once it is gone, as far as can be seen from here. */
  gone(signal: AbortSignal): Promise<void>
  close(): void
}

/** Where a flow begins: the page that says where it leads. */
export const startPath = (appId: string, flowId: string) =>
  `/apps/${encodeURIComponent(appId)}/oauth#${flowId}`

/** Opens the window; to be called in the person's click, or the browser blocks it. @param flowId of a flow that goes on */
export function openOauthWindow(frame: Window, appId: string, flowId = randomText(32)): OauthWindow {
  const popup = frame.open(startPath(appId, flowId), '_blank', 'popup,width=480,height=720')
  return {
    flowId,
    isSeen: popup !== null,
    answer: (state, signal) =>
      new Promise(resolve => {
        if (!popup) return
        const end = listen(frame, popup, toFrame, message => {
          if (message.state === state) resolve(message.answer)
        })
        signal.addEventListener('abort', end)
      }),
    gone: signal =>
      new Promise(resolve => {
        if (popup) signal.addEventListener('abort', watch(popup, resolve))
      }),
    close: () => popup?.close(),
  }
}
