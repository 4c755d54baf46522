/** Runs once the browser has nothing better to do; where it cannot tell (WebKit), shortly after. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 200)
}
