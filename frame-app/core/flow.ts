import type { ReadableStore } from './store.ts'

/**
 * Every state of a flow has a status and the number of the attempt it stands in. `attempt` grows by one whenever
 * something asynchronous starts; a result carries the attempt that it answers.
 */
export interface FlowState {
  readonly status: string
  readonly attempt: number
}

export type Step<State, Effect> = readonly [State, readonly Effect[]]

/** A flow without its side effects: pure, so every pair of state and event can stand in a table test. */
export interface Machine<State extends FlowState, Event, Effect> {
  readonly initial: State
  reduce(state: State, event: Event): Step<State, Effect>
}

/**
 * Does what an effect names and answers with one event. It never rejects: a failure is an event too.
 * `signal` aborts when the flow leaves the state (status or attempt) that asked for the effect.
 */
export type Perform<Event, Effect> = (effect: Effect, signal: AbortSignal) => Promise<Event>

export interface Flow<State, Event> extends ReadableStore<State> {
  send(event: Event): void
  /** Ends the flow: aborts what runs, and nothing changes any more. */
  stop(): void
}

/** Runs a machine. Events are taken one at a time, in the order they were sent. */
export function startFlow<State extends FlowState, Event, Effect>(
  machine: Machine<State, Event, Effect>,
  perform: Perform<Event, Effect>,
): Flow<State, Event> {
  const listeners = new Set<() => void>()
  let state = machine.initial
  let stay = new AbortController()
  let isStopped = false

  const send = (event: Event) => {
    if (isStopped) return
    const [next, effects] = machine.reduce(state, event)
    if (next.status !== state.status || next.attempt !== state.attempt) {
      stay.abort()
      stay = new AbortController()
    }
    const hasChanged = next !== state
    state = next
    for (const effect of effects) void perform(effect, stay.signal).then(send)
    if (hasChanged) for (const listener of [...listeners]) listener()
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send,
    stop() {
      isStopped = true
      stay.abort()
      listeners.clear()
    },
  }
}
