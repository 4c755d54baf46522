import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type * as z from 'zod/mini'
import { say } from '../words/say.ts'
import { listen } from './listen.ts'
import { watch } from './watch.ts'

/** A window of the wallet origin, which may have the browser make or use a passkey where it forbids a frame of another site. */
export interface CeremonyWindow<Task, Response> {
  /** @throws VitrineError when the window is closed or says nothing; the signal's reason when it aborts */
  run(task: Task, signal: AbortSignal): Promise<Response>
  close(): void
}

/** What such a window says: that it is there, and what came of its task. */
export type FromCeremony<Response> =
  | { readonly event: 'ready' }
  | { readonly event: 'response'; readonly response: Response }

export interface CeremonyWindowOptions<Task, Response> {
  /** Below the app's own. */
  readonly path: string
  readonly toFrame: z.ZodMiniType<FromCeremony<Response>>
  /** Whether a response is one to the task. */
  fits(task: Task, response: Response): boolean
}

/**
 * Opens the window; to be called in the person's click, or the browser blocks it. What it gives back goes from one document of
 * this origin to the other, and the site's page is neither of them.
 * @returns `null` when it was blocked, or cut off by the site's `Cross-Origin-Opener-Policy`
 */
export function openCeremonyWindow<Task extends object, Response>(
  frame: Window,
  appId: string,
  { path, toFrame, fits }: CeremonyWindowOptions<Task, Response>,
): CeremonyWindow<Task, Response> | null {
  const url = `/apps/${encodeURIComponent(appId)}/${path}`
  const popup = frame.open(url, '_blank', 'popup,width=440,height=600')
  if (popup === null) return null
  let isReady = false
  /** Each document that loads there is told: a window that the user reloads has lost its task. */
  let onReady = () => {}
  const stopListening = listen(frame, popup, toFrame, message => {
    if (message.event !== 'ready') return
    isReady = true
    onReady()
  })
  return {
    close: () => popup.close(),
    async run(task, signal) {
      let end = () => {}
      try {
        return await new Promise<Response>((resolve, reject) => {
          const ends = [
            listen(frame, popup, toFrame, message => {
              if (message.event === 'response' && fits(task, message.response)) resolve(message.response)
            }),
            watch(popup, () => reject(clientError('exited_auth_flow', say('passkey.windowClosed')))),
          ]
          const onAbort = () => reject(signal.reason)
          signal.addEventListener('abort', onAbort)
          end = () => {
            for (const stop of ends) stop()
            signal.removeEventListener('abort', onAbort)
          }
          onReady = () => popup.postMessage(task, frame.location.origin)
          if (isReady) onReady()
        })
      } finally {
        end()
        stopListening()
        popup.close()
      }
    },
  }
}
