import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createStore } from '../core/store.ts'
import { say } from '../words/say.ts'
import type { SecretsDocument } from './meet-document.ts'

/** Where work that needs a secrets document finds it, once one stands on the screen. */
export interface DocumentPlace {
  put(document: SecretsDocument | null): void
  /**
   * The document and the key that it made for this one time. @throws VitrineError when it goes before it is met; the signal's
   * reason
   */
  met(signal: AbortSignal): Promise<{ readonly document: SecretsDocument; readonly recipient: string }>
}

export function documentPlace(): DocumentPlace {
  const place = createStore<SecretsDocument | null>(null)
  return {
    put: place.set,
    async met(signal) {
      const document = await present(place, signal)
      try {
        return { document, recipient: await document.recipient }
      } catch (cause) {
        throw interrupted(cause)
      }
    },
  }
}

const present = (place: ReturnType<typeof createStore<SecretsDocument | null>>, signal: AbortSignal) =>
  new Promise<SecretsDocument>((resolve, reject) => {
    signal.throwIfAborted()
    const now = place.get()
    if (now) return resolve(now)
    const stop = place.subscribe(() => {
      const document = place.get()
      if (!document) return
      stop()
      resolve(document)
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })

/** The document was navigated, or its window closed. */
export const interrupted = (cause?: unknown) =>
  clientError('connection_lost', say('export.interrupted'), { cause })
