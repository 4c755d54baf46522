import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Flow } from '../core/flow.ts'
import type { ReadableStore } from '../core/store.ts'

/** Renders a store's present value. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** A flow that lives as long as the component; `start` runs once. */
export function useFlow<State, Event>(start: () => Flow<State, Event>): readonly [State, Flow<State, Event>] {
  const [flow] = useState(start)
  useEffect(() => () => flow.stop(), [flow])
  return [useStore(flow), flow]
}
