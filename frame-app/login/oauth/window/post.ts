import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type * as z from 'zod/mini'

/** A call of a window, which has no session. @returns `null` for a refusal. @throws TypeError when the network is away */
export async function post<T>(
  appId: string,
  path: string,
  body: object,
  answer: z.ZodMiniType<T>,
): Promise<T | null> {
  const response = await fetch(`/api/v1${path}`, {
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    headers: { 'content-type': 'application/json', [APP_ID_HEADER]: appId },
    body: JSON.stringify(body),
  })
  // Another server may answer next time.
  if (response.status === 429 || response.status >= 500) throw new TypeError(`${response.status}`)
  return response.ok ? answer.parse(await response.json()) : null
}

/** Resolves after `ms`, or as soon as somebody looks at the page again or the network is back. */
export const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const stop = new AbortController()
    const end = () => {
      stop.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    document.addEventListener('visibilitychange', end, { signal: stop.signal })
    window.addEventListener('online', end, { signal: stop.signal })
  })
