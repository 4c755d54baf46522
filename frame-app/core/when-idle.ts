/**
 * Runs `work` when the browser has nothing else to do, so that it does not delay the page around the frame; after two
 * seconds in any case, and shortly where the browser cannot tell (WebKit).
 */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work, 200)
}
