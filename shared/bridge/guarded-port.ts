import { type Message, type Messenger, PortMessenger } from 'penpal'
import type { ErrorCode } from '../errors/codes.ts'
import type { Reply } from './methods.ts'

/** More calls than this at once is not a page at work but a page that floods the frame. */
const MAX_CALLS_IN_FLIGHT = 64

type Handler = (message: Message) => void

const isId = (value: unknown): value is string => typeof value === 'string' && value.length <= 64

/**
 * A port messenger that lets through only messages of penpal's exact shape whose method is in the table. penpal itself
 * looks methods up along a path and answers a failure with an `Error` and its stack; here an unknown or malformed
 * call never reaches it.
 */
export class GuardedPort implements Messenger {
  readonly #inner: PortMessenger
  readonly #methods: ReadonlySet<string>
  readonly #inFlight = new Set<string>()

  constructor(port: MessagePort, methods: ReadonlySet<string>) {
    this.#inner = new PortMessenger({ port })
    this.#methods = methods
  }

  initialize = ({ validateReceivedMessage, log }: Parameters<Messenger['initialize']>[0]) =>
    this.#inner.initialize({
      ...(log && { log }),
      validateReceivedMessage: (data): data is Message =>
        validateReceivedMessage(data) && this.#admits(data as unknown as Record<string, unknown>),
    })

  sendMessage = (message: Message, transferables?: Transferable[]) => {
    if (message.type !== 'REPLY') return this.#inner.sendMessage(message, transferables)
    this.#inFlight.delete(message.callId)
    try {
      // Whatever a method threw: penpal has made of it an answer that holds the stack.
      if (message.isError) throw message.value
      this.#inner.sendMessage(message, transferables)
    } catch {
      // Else a value that cannot be cloned: penpal would answer with that exception in the same way.
      this.#refuse(message.callId, 'internal_error', 'The wallet frame could not send its answer.')
    }
  }

  addMessageHandler = (handler: Handler) => this.#inner.addMessageHandler(handler)

  removeMessageHandler = (handler: Handler) => this.#inner.removeMessageHandler(handler)

  destroy = () => this.#inner.destroy()

  #admits(data: Record<string, unknown>): boolean {
    switch (data.type) {
      case 'CALL':
        return this.#admitsCall(data)
      // penpal unpacks a failed answer unchecked; the page's methods do not fail (`HostMethods`), so it is dropped.
      case 'REPLY':
        return typeof data.callId === 'string' && !data.isError
      case 'SYN':
        return isId(data.participantId)
      default:
        return data.type === 'ACK1' || data.type === 'ACK2' || data.type === 'DESTROY'
    }
  }

  #admitsCall({ id, methodPath, args }: Record<string, unknown>): boolean {
    if (!isId(id) || this.#inFlight.has(id)) return false
    if (!Array.isArray(methodPath) || !Array.isArray(args)) return false
    const [method] = methodPath
    if (methodPath.length !== 1 || args.length > 1 || !this.#methods.has(method)) {
      this.#refuse(
        id,
        'invalid_data',
        'The frame has no such method. Is the host script newer than the wallet origin?',
      )
      return false
    }
    if (this.#inFlight.size >= MAX_CALLS_IN_FLIGHT) {
      this.#refuse(id, 'too_many_requests', 'Too many calls at once. Wait for earlier calls to end.')
      return false
    }
    this.#inFlight.add(id)
    return true
  }

  #refuse(callId: string, code: ErrorCode, message: string) {
    const value: Reply<never> = { ok: false, error: { type: 'client_error', code, message } }
    this.#inner.sendMessage({ namespace: 'penpal', channel: undefined, type: 'REPLY', callId, value })
  }
}
