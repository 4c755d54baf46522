import { describe, expect, it, vi } from 'vitest'
import { type Machine, type Step, startFlow } from './flow.ts'

type State = { readonly status: 'idle' | 'busy'; readonly attempt: number; readonly value?: string }
type Event =
  | { type: 'go' }
  | { type: 'note' }
  | { type: 'leave' }
  | { type: 'came'; attempt: number; value: string }
type Effect = { attempt: number }

const machine: Machine<State, Event, Effect> = {
  initial: { status: 'idle', attempt: 0 },
  reduce(state, event): Step<State, Effect> {
    if (event.type === 'go') {
      const attempt = state.attempt + 1
      return [{ status: 'busy', attempt }, [{ attempt }]]
    }
    if (event.type === 'note') return [{ ...state, value: 'noted' }, []]
    if (event.type === 'leave') return [{ status: 'idle', attempt: state.attempt }, []]
    if (event.attempt !== state.attempt || state.status !== 'busy') return [state, []]
    return [{ status: 'idle', attempt: state.attempt, value: event.value }, []]
  },
}

/** Effects that the test ends by hand, by attempt. */
function start() {
  const running = new Map<number, { signal: AbortSignal; end: (value: string) => void }>()
  const flow = startFlow(machine, ({ attempt }: Effect, signal) => {
    return new Promise<Event>(resolve => {
      running.set(attempt, { signal, end: value => resolve({ type: 'came', attempt, value }) })
    })
  })
  const effect = (attempt: number) => {
    const found = running.get(attempt)
    if (!found) throw new Error(`No effect ${attempt}`)
    return found
  }
  return { flow, effect }
}

describe('flow kernel', () => {
  it('feeds the answer of an effect back as an event', async () => {
    const { flow, effect } = start()
    flow.send({ type: 'go' })
    effect(1).end('one')
    await vi.waitFor(() => expect(flow.get().value).toBe('one'))
  })

  it('aborts the effect of a state that is left, and ignores its late answer', async () => {
    const { flow, effect } = start()
    flow.send({ type: 'go' })
    flow.send({ type: 'go' })
    expect(effect(1).signal.aborted).toBe(true)
    expect(effect(2).signal.aborted).toBe(false)
    effect(1).end('stale')
    effect(2).end('fresh')
    await vi.waitFor(() => expect(flow.get().status).toBe('idle'))
    expect(flow.get().value).toBe('fresh')
  })

  it('keeps the effect of a state that only changes in its details', () => {
    const { flow, effect } = start()
    flow.send({ type: 'go' })
    flow.send({ type: 'note' })
    expect(effect(1).signal.aborted).toBe(false)
    flow.send({ type: 'leave' })
    expect(effect(1).signal.aborted).toBe(true)
  })

  it('tells subscribers of changes only', () => {
    const { flow } = start()
    const listener = vi.fn()
    const end = flow.subscribe(listener)
    flow.send({ type: 'came', attempt: 9, value: 'nobody asked' })
    expect(listener).not.toHaveBeenCalled()
    flow.send({ type: 'note' })
    expect(listener).toHaveBeenCalledTimes(1)
    end()
    flow.send({ type: 'note' })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('ends for good: aborts what runs and takes nothing more', () => {
    const { flow, effect } = start()
    flow.send({ type: 'go' })
    flow.stop()
    flow.send({ type: 'note' })
    expect(effect(1).signal.aborted).toBe(true)
    expect(flow.get().value).toBeUndefined()
  })
})
