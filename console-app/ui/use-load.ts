import { useCallback, useEffect, useState } from 'react'
import { type ConsoleFailure, failureOf } from '../http/failure.ts'

/** What a screen has of the server. While it is read anew, what was there before stays in sight. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: ConsoleFailure }
  | { readonly status: 'ready'; readonly value: T; readonly isOld: boolean }

/**
 * Reads when the component appears and whenever `key` changes; an answer that nobody waits for any more counts for nothing.
 * @param key what is read; a new one forgets what there was
 * @returns the state, and what reads it once more
 */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): readonly [Loaded<T>, () => void, (value: T) => void] {
  const [state, setState] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({
    key,
    loaded: { status: 'loading' },
  })
  const [attempt, setAttempt] = useState(0)
  // `load` is written where it is used, anew each time it is drawn; `key` says whether it is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stop = new AbortController()
    const settle = (loaded: Loaded<T>) => {
      if (!stop.signal.aborted) setState({ key, loaded })
    }
    setState(before =>
      before.key === key && before.loaded.status === 'ready'
        ? { key, loaded: { ...before.loaded, isOld: true } }
        : { key, loaded: { status: 'loading' } },
    )
    load(stop.signal).then(
      value => settle({ status: 'ready', value, isOld: false }),
      error => settle({ status: 'failed', failure: failureOf(error) }),
    )
    return () => stop.abort()
  }, [key, attempt])
  const reload = useCallback(() => setAttempt(before => before + 1), [])
  const set = useCallback(
    (value: T) => setState({ key, loaded: { status: 'ready', value, isOld: false } }),
    [key],
  )
  return [state.key === key ? state.loaded : { status: 'loading' }, reload, set]
}
