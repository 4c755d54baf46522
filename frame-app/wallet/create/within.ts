import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * Gives up work that takes too long (specification §9: 30 s for a creation). What was sent may still happen: creation is
 * idempotent, so that trying again is safe.
 * @throws VitrineError `late`, by default `unknown_embedded_wallet_error`, "Failed to connect to wallet proxy"
 */
export async function within<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  late: VitrineError = clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED),
): Promise<T> {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(late), limitMs)
  signal?.addEventListener('abort', onAbort)
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  try {
    signal?.throwIfAborted()
    return await Promise.race([work(controller.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
