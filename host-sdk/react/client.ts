import type { Vitrine, VitrineError, VitrineState } from '../index.ts'

/** What components see: the instance's state, and the instance once there is one. */
export interface VitrineSnapshot extends VitrineState {
  /** `null` on a server and in the first render of a page, so that both draw the same. */
  readonly vitrine: Vitrine | null
}

/** Of a server, of the first render in the browser, and of a provider between two instances. */
export const INITIAL: VitrineSnapshot = Object.freeze({
  vitrine: null,
  ready: false,
  authenticated: false,
  user: null,
  wallets: Object.freeze([]),
  isOpen: false,
  error: null,
})

/** What stands between an instance, which comes and goes with effects, and the components, which are drawn before it. */
export interface Client {
  snapshot(): VitrineSnapshot
  /** The present instance has been ready before, if it is not now: what is asked of it waits for its frame. */
  wasReady(): boolean
  subscribe(listener: () => void): () => void
  /** Resolves at the next change of the snapshot. */
  changed(): Promise<void>
  /** Shows the instance from now on. Returns what ends that. */
  attach(vitrine: Vitrine): () => void
  fail(error: VitrineError): void
  /**
   * Does `work` with an instance that is ready: at once, in the caller's own click, where it is.
   * @param atOnce does it with one that is not ready, too
   * @throws why there will be no such instance, or what `work` throws
   */
  call<T>(work: (vitrine: Vitrine) => Promise<T>, atOnce?: boolean): Promise<T>
}

export function createClient(): Client {
  const listeners = new Set<() => void>()
  let snapshot = INITIAL
  let wasReady = false
  const show = (next: VitrineSnapshot) => {
    snapshot = next
    for (const listener of [...listeners]) listener()
  }
  const subscribe: Client['subscribe'] = listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const changed = () =>
    new Promise<void>(resolve => {
      const end = subscribe(() => {
        end()
        resolve()
      })
    })

  return {
    snapshot: () => snapshot,
    wasReady: () => wasReady,
    subscribe,
    changed,
    attach(vitrine) {
      wasReady = false
      const follow = () => {
        wasReady ||= vitrine.state.ready
        show({ ...vitrine.state, vitrine })
      }
      const end = vitrine.subscribe(follow)
      follow()
      return () => {
        end()
        show(INITIAL)
      }
    },
    fail: error => show({ ...INITIAL, error }),
    async call(work, atOnce) {
      // A component's own effects run before those of its provider, which makes the instance.
      while (!snapshot.vitrine) {
        if (snapshot.error) throw snapshot.error
        await changed()
      }
      const { vitrine } = snapshot
      if (!wasReady && !atOnce) await vitrine.ready
      return work(vitrine)
    },
  }
}
