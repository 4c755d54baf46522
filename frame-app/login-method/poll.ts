import { requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** The document whose person is away, and its window. */
export interface Page {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** How often it is asked, and for how long; ms. */
export interface Pace {
  readonly firstPause: number
  /** A pause is longer than the one before it, up to this. */
  readonly longestPause: number
  readonly lifetime: number
}

/**
 * Asks again and again for what a person does elsewhere: less often as time goes by, never while nobody looks at the page, at
 * once when somebody does again. So a tab that was suspended goes on, and one that is forgotten asks nothing.
 * @param ask `null` while there is nothing
 * @throws VitrineError what the server refuses; `client_request_timeout` when the flow is over
 * @throws the signal's reason when it aborts
 */
export async function pollAnswer<Answer>(
  ask: () => Promise<Answer | null>,
  { firstPause, longestPause, lifetime }: Pace,
  page: Page,
  signal: AbortSignal,
): Promise<Answer> {
  const until = Date.now() + lifetime
  for (let pause = firstPause; ; pause = Math.min(pause * 1.2, longestPause)) {
    await looking(page, pause, signal)
    signal.throwIfAborted()
    try {
      const answer = await ask()
      if (answer !== null) return answer
    } catch (error) {
      signal.throwIfAborted()
      if (!passes(error)) throw error
    }
    if (Date.now() > until) throw requestTimedOut()
  }
}

/** A network that is away, a server that is busy: the person elsewhere knows nothing of it. */
const passes = (error: unknown) =>
  error instanceof VitrineError && (error.status === undefined || error.status === 429 || error.status >= 500)

/** Waits for the pause while somebody looks, or until somebody looks again. */
const looking = ({ document, window }: Page, pause: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const isSeen = () => document.visibilityState === 'visible'
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
      window.removeEventListener('focus', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const onChange = () => {
      if (isSeen()) end()
    }
    const timer = setTimeout(onChange, pause)
    document.addEventListener('visibilitychange', onChange)
    window.addEventListener('focus', end)
    signal.addEventListener('abort', end)
  })
