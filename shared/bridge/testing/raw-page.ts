/** penpal's wire as a page could forge it, without penpal: for messages that an honest page never sends. */
export interface RawPage {
  readonly port: MessagePort
  readonly received: Record<string, unknown>[]
  post(message: unknown): void
  /** Sends a call and resolves with the reply message. */
  call(method: string | string[], args?: unknown[], id?: string): Promise<Record<string, unknown>>
  /** Resolves with the reply to the call of that id. */
  reply(id: string): Promise<Record<string, unknown>>
}

export const PENPAL = { namespace: 'penpal', channel: undefined }

/** Shakes hands over the port as the side that follows, and resolves when calls can be made. */
export async function rawPage(port: MessagePort): Promise<RawPage> {
  const received: Record<string, unknown>[] = []
  const waiting = new Map<string, (message: Record<string, unknown>) => void>()
  const wait = (key: string) =>
    new Promise<Record<string, unknown>>(resolve => {
      waiting.set(key, resolve)
    })
  port.addEventListener('message', ({ data }) => {
    received.push(data)
    const key = data.type === 'REPLY' ? data.callId : data.type
    waiting.get(key)?.(data)
    waiting.delete(key)
  })
  port.start()
  const post = (message: unknown) => port.postMessage(message)
  const acknowledged = wait('ACK1')
  post({ ...PENPAL, type: 'SYN', participantId: '' })
  await acknowledged
  post({ ...PENPAL, type: 'ACK2' })
  let calls = 0
  return {
    port,
    received,
    post,
    reply: wait,
    call(method, args = [], id = `call-${++calls}`) {
      const reply = wait(id)
      post({ ...PENPAL, type: 'CALL', id, methodPath: [method].flat(), args })
      return reply
    },
  }
}
