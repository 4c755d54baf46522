import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '../../../words/failure.ts'

export type Fetched<T> =
  | { readonly status: 'reading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'there'; readonly value: T }

/**
 * What the server has, asked for when it is first looked at.
 * @param fetch the same function as long as the same is wanted
 * @returns and what asks again
 */
export function useFetched<T>(fetch: (signal: AbortSignal) => Promise<T>): [Fetched<T>, () => void] {
  const [fetched, setFetched] = useState<Fetched<T>>({ status: 'reading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const page = new AbortController()
    setFetched({ status: 'reading' })
    fetch(page.signal).then(
      value => page.signal.aborted || setFetched({ status: 'there', value }),
      error => page.signal.aborted || setFetched({ status: 'failed', failure: toFailure(error) }),
    )
    return () => page.abort()
  }, [fetch, attempt])
  return [fetched, () => setAttempt(attempt + 1)]
}
