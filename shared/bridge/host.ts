/**
 * The page's end of the bridge, second half: penpal over the private port that `give-ports.ts` has given the frame.
 *
 * What it must guarantee:
 *  - every call settles: by its answer, its timeout, or the loss of the connection;
 *  - a call is sent once: after a loss it is rejected and never repeated, since it may have signed something;
 *  - the frame learns nothing of a failure in the page, above all no stack.
 */
import {
  type Connection,
  connect,
  type Messenger,
  type PenpalError,
  PortMessenger,
  type RemoteProxy,
} from 'penpal'
import { type ErrorBody, TIMED_OUT, type VitrineError } from '../errors/vitrine-error.ts'
import type { FrameArgument, FrameMethodName, FrameResult, HostMethods, Reply } from './methods.ts'
import { TIMEOUT_MS } from './policies.ts'

type RemoteMethods = Record<FrameMethodName, (argument: unknown) => Reply<unknown>>

export interface FrameConnection {
  /** @throws VitrineError — the frame's own error, `client_request_timeout`, or `connection_lost`. */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  /** Speaks to a document of the frame, in the place of the one before. */
  open(port: MessagePort): void
  /** That document is gone: calls in flight are rejected, and `onLost` is told once. */
  drop(reason: string): void
  destroy(): void
}

export interface FrameConnectionOptions {
  /** What the frame may call. */
  readonly methods: HostMethods
  onConnect(): void
  onLost(reason: string): void
  /** Given and not brought: the page's first script has the class already. */
  readonly VitrineError: new (
    body: ErrorBody,
    options?: ErrorOptions,
  ) => VitrineError
}

const lost = (reason: string): ErrorBody => ({
  type: 'client_error',
  code: 'connection_lost',
  message: `The wallet frame was ${reason}.`,
})

/** penpal answers what a method of the page throws with the `Error`, stack and all. It stays in the page. */
function withoutFailures(port: MessagePort): Messenger {
  const messenger = new PortMessenger({ port })
  return {
    ...messenger,
    sendMessage(message, transferables) {
      if (message.type !== 'REPLY' || !message.isError) messenger.sendMessage(message, transferables)
    },
  }
}

export function connectFrame(options: FrameConnectionOptions): FrameConnection {
  const { VitrineError } = options
  let connection: Connection<RemoteMethods> | undefined
  let remote: RemoteProxy<RemoteMethods> | undefined
  let lossReason = 'unloaded'

  return {
    open(port) {
      const opened = connect<RemoteMethods>({ messenger: withoutFailures(port), methods: options.methods })
      connection = opened
      opened.promise.then(
        proxy => {
          if (connection !== opened) return
          remote = proxy
          options.onConnect()
        },
        () => {},
      )
    },
    drop(reason) {
      const wasConnected = remote
      lossReason = reason
      remote = undefined
      connection?.destroy()
      connection = undefined
      if (wasConnected) options.onLost(reason)
    },
    async call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>> {
      if (!remote) throw new VitrineError(lost(lossReason))
      const limit = TIMEOUT_MS[method]
      let timer: ReturnType<typeof setTimeout> | undefined
      // Not by penpal's own limit, whose timer outlives the answer and the connection.
      const late = new Promise<never>((_, reject) => {
        if (limit) timer = setTimeout(reject, limit, TIMED_OUT)
      })
      let reply: Reply<unknown>
      try {
        const send = remote[method] as unknown as (...args: unknown[]) => Promise<Reply<unknown>>
        // A method that is a button's listener is given an event, which cannot be cloned.
        const given = (argument as { target?: unknown } | undefined)?.target ? undefined : argument
        reply = await Promise.race([send(given), late])
      } catch (cause) {
        if (cause === TIMED_OUT) throw new VitrineError(TIMED_OUT)
        const { code } = cause as PenpalError
        if (code === 'TRANSMISSION_FAILED')
          throw new VitrineError(
            { type: 'client_error', code: 'invalid_data', message: `${method}: pass plain data.` },
            { cause },
          )
        throw new VitrineError(lost(lossReason))
      } finally {
        clearTimeout(timer)
      }
      if (reply.ok) return reply.value as FrameResult<M>
      throw new VitrineError(reply.error)
    },
    destroy() {
      lossReason = 'destroyed'
      connection?.destroy()
    },
  }
}
