import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { listen } from '../../window/listen.ts'
import { watch } from '../../window/watch.ts'
import { say } from '../../words/say.ts'
import type { Ceremony, CeremonyResponse } from './ceremony.ts'
import { type ToWindow, toFrame } from './window-messages.ts'

/** A window of the wallet origin, which may do what the browser forbids a frame of another site. */
export interface PasskeyWindow {
  /** @throws VitrineError when the window is closed or says nothing; the signal's reason when it aborts */
  run(ceremony: Ceremony, signal: AbortSignal): Promise<CeremonyResponse>
  close(): void
}

/**
 * Opens the window; to be called in the person's click, or the browser blocks it.
 * @returns `null` when it was blocked, or cut off by the site's `Cross-Origin-Opener-Policy`.
 */
export function openPasskeyWindow(frame: Window, appId: string, site: string): PasskeyWindow | null {
  const popup = frame.open(
    `/apps/${encodeURIComponent(appId)}/passkey`,
    '_blank',
    'popup,width=440,height=600',
  )
  if (popup === null) return null
  const ready = new Promise<void>(resolve => {
    const end = listen(frame, popup, toFrame, message => {
      if (message.event !== 'ready') return
      end()
      resolve()
    })
  })
  return {
    close: () => popup.close(),
    async run(ceremony, signal) {
      let end = () => {}
      try {
        return await new Promise<CeremonyResponse>((resolve, reject) => {
          const ends = [
            listen(frame, popup, toFrame, message => {
              if (message.event === 'response' && message.response.kind === ceremony.kind)
                resolve(message.response)
            }),
            watch(popup, () => reject(clientError('exited_auth_flow', say('passkey.windowClosed')))),
          ]
          const onAbort = () => reject(signal.reason)
          signal.addEventListener('abort', onAbort)
          end = () => {
            for (const stop of ends) stop()
            signal.removeEventListener('abort', onAbort)
          }
          const message: ToWindow = { to: 'vitrine:passkey-window', site, ceremony }
          void ready.then(() => popup.postMessage(message, frame.location.origin))
        })
      } finally {
        end()
        popup.close()
      }
    },
  }
}
