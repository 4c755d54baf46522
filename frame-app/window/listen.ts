import type * as z from 'zod/mini'

/**
 * Calls `take` with what the other window says, until the returned function is called. Both are documents of the wallet
 * origin, and each takes a message only from the other one's window and only from this origin.
 */
export function listen<T>(
  own: Window,
  other: Window,
  schema: z.ZodMiniType<T>,
  take: (message: T) => void,
): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.source !== other || event.origin !== own.location.origin) return
    const message = schema.safeParse(event.data)
    if (message.success) take(message.data)
  }
  own.addEventListener('message', onMessage)
  return () => own.removeEventListener('message', onMessage)
}
