import { useEffect, useRef, useState } from 'react'
import { type Loaded, useLoad } from './use-load.ts'
import { type Task, useTask } from './use-task.ts'

export interface Paged<Item> {
  readonly items: readonly Item[]
  /** Of the next page; `null`: this is all. */
  readonly next: string | null
}

export interface Pages<Item> {
  readonly loaded: Loaded<Paged<Item>>
  reload(): void
  /** The next page, put after what is there. */
  more(): void
  readonly task: Task
}

/** A list that is read page by page. @param key what is listed; a new one begins again */
export function usePages<Item>(
  key: string,
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Paged<Item>>,
): Pages<Item> {
  const [loaded, reload, set] = useLoad(key, signal => load(undefined, signal))
  const [task, run] = useTask()
  const current = useRef(key)
  useEffect(() => {
    current.current = key
  }, [key])
  const [asked, setAsked] = useState<string | null>(null)
  return {
    loaded,
    reload,
    task: asked === key ? task : { status: 'idle' },
    more() {
      if (loaded.status !== 'ready' || loaded.value.next === null) return
      const { items, next } = loaded.value
      setAsked(key)
      run(async () => {
        const page = await load(next)
        // Another list is on show: this page is not of it.
        if (current.current === key) set({ items: [...items, ...page.items], next: page.next })
      })
    },
  }
}
