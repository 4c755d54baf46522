import { useCallback, useEffect, useRef, useState } from 'react'
import { type ConsoleFailure, failureOf } from '../http/failure.ts'

/** What a button started. */
export type Task =
  | { readonly status: 'idle' }
  | { readonly status: 'busy' }
  | { readonly status: 'failed'; readonly failure: ConsoleFailure }

/** One thing at a time that an operator does: its progress and its failure, told beside what was pressed. */
export function useTask(): readonly [Task, (work: () => Promise<void>) => void, () => void] {
  const [task, setTask] = useState<Task>({ status: 'idle' })
  const isBusy = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = useCallback((work: () => Promise<void>) => {
    // A second press before the first is drawn must not do it twice.
    if (isBusy.current) return
    isBusy.current = true
    setTask({ status: 'busy' })
    const end = (next: Task) => {
      isBusy.current = false
      if (!isGone.current) setTask(next)
    }
    work().then(
      () => end({ status: 'idle' }),
      error => end({ status: 'failed', failure: failureOf(error) }),
    )
  }, [])
  const forget = useCallback(() => setTask({ status: 'idle' }), [])
  return [task, run, forget]
}
