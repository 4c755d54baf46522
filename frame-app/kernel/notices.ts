import type { FrameEvents, HostNotice } from '@vitrine/shared/bridge/methods.ts'

export interface Notices {
  send(notice: HostNotice): void
  emit<E extends keyof FrameEvents>(name: E, payload: FrameEvents[E]): void
  /** What waits goes out, in its order: the page that hello refuses shall know of it, too. */
  flush(): void
  /** The page has said hello: nothing waits any more. */
  open(): void
}

/**
 * One-way messages to the page. What is raised before the page's `hello` waits for it: the page cannot have listeners
 * yet. State is the exception: the answer to `hello` carries the newest.
 */
export function createNotices(deliver: (notice: HostNotice) => void): Notices {
  let waiting: HostNotice[] | null = []
  const send = (notice: HostNotice) => {
    if (waiting === null) deliver(notice)
    else if (notice.type === 'event') waiting.push(notice)
  }
  const flush = () => {
    for (const notice of waiting?.splice(0) ?? []) deliver(notice)
  }
  return {
    send,
    flush,
    emit: (name, payload) =>
      send({ type: 'event', event: { name, payload } as Extract<HostNotice, { type: 'event' }>['event'] }),
    open() {
      flush()
      waiting = null
    },
  }
}
