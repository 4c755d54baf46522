/**
 * `AbortSignal.any` with a timeout, for browsers that lack it.
 * @returns the signal, and what ends the wait for the limit
 */
export function withLimit(signal: AbortSignal, ms: number): readonly [AbortSignal, end: () => void] {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  const timer = setTimeout(abort, ms)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  return [controller.signal, end]
}
