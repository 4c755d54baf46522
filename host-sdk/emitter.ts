type Listener<P> = (payload: P) => void
/** Without a payload where the event says it all. */
type Emit<Events> = <E extends keyof Events>(
  event: E,
  ...payload: undefined extends Events[E] ? [] : [Events[E]]
) => void

/**
 * Listeners by event. One that throws is reported to the page and does not keep the others from hearing. As in Node, which
 * EIP-1193 names: what listeners add and take away while they hear counts from the next time on.
 */
export function createEmitter<Events>() {
  const listeners: { [E in keyof Events]?: Set<Listener<Events[E]>> } = Object.create(null)
  const off = <E extends keyof Events>(event: E, listener: Listener<Events[E]>) => {
    listeners[event]?.delete(listener)
  }
  const emit = <E extends keyof Events>(event: E, payload: Events[E]) => {
    for (const listener of new Set(listeners[event]))
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
  }
  return {
    off,
    on<E extends keyof Events>(event: E, listener: Listener<Events[E]>): () => void {
      listeners[event] = new Set(listeners[event]).add(listener)
      return () => off(event, listener)
    },
    emit: emit as Emit<Events>,
  }
}
