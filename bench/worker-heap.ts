import type { CDPSession, Frame } from '@playwright/test'

export interface WorkerHeap {
  /** Bytes that are in use after a collection: JavaScript's and the browser's objects, and what array buffers hold. */
  measure(): Promise<number>
}

/** The heap of the one dedicated worker that a frame of another site has. */
export async function openWorkerHeap(frame: Frame): Promise<WorkerHeap> {
  const session = await frame.page().context().newCDPSession(frame)
  const attached = new Promise<string>(resolve =>
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId)
    }),
  )
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    // Playwright gives no session of a worker, so its messages go inside those of the frame's session.
    flatten: false,
  })
  const send = createSender(session, await attached)
  return {
    async measure() {
      await send('HeapProfiler.collectGarbage')
      const usage = await send('Runtime.getHeapUsage')
      const { usedSize, embedderHeapUsedSize, backingStorageSize } = usage as Readonly<Record<string, number>>
      const total = Number(usedSize) + Number(embedderHeapUsedSize) + Number(backingStorageSize)
      if (Number.isNaN(total)) throw new Error('Chromium did not report the heap of the worker')
      return total
    },
  }
}

function createSender(session: CDPSession, sessionId: string) {
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
    if (id === undefined) return
    waiting.get(id)?.(result ?? {})
    waiting.delete(id)
  })
  return (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, resolve)
      const message = JSON.stringify({ id, method, params: {} })
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
}
