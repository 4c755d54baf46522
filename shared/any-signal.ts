/**
 * Makes a signal that aborts with the first of several, for the same reason. `AbortSignal.any` is newer than the oldest browsers
 * (`bridge/browsers.ts`).
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const { signal } = controller
  for (const each of signals) {
    if (each.aborted) controller.abort(each.reason)
    else each.addEventListener('abort', () => controller.abort(each.reason), { signal })
  }
  return signal
}
