/**
 * The page's end of the bridge.
 *
 * What it must guarantee:
 *  - a port is given to the wallet origin's document in our own iframe, and to nobody else;
 *  - every call settles: by its answer, its timeout, or the loss of the connection;
 *  - a call is sent once: after a loss it is rejected and never repeated, since it may have signed something.
 *
 * Steps: 1 the frame announces itself with a nonce · 2 the page checks source, origin, shape · 3 it answers with one end
 * of a new MessageChannel · 4 penpal runs over that private port. A second announcement means that the frame was
 * loaded again: calls in flight are rejected, `onLost` is told once, and the steps run anew.
 *
 * penpal's own WindowMessenger is not used: it posts its first message to `*` and answers the version-6 handshake
 * before it looks at the sender's origin.
 */
import {
  CallOptions,
  type Connection,
  connect,
  type PenpalError,
  PortMessenger,
  type RemoteProxy,
} from 'penpal'
import { REQUEST_TIMED_OUT } from '../errors/messages.ts'
import { clientError, VitrineError } from '../errors/vitrine-error.ts'
import type { FrameArgument, FrameMethodName, FrameResult, HostMethods, Reply } from './methods.ts'
import { TIMEOUT_MS } from './policies.ts'
import type { FrameAnnouncement, PortDelivery } from './protocol.ts'

type RemoteMethods = Record<FrameMethodName, (argument: unknown) => Reply<unknown>>

export interface FrameConnection {
  /** @throws VitrineError — the frame's own error, `client_request_timeout`, or `connection_lost`. */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  destroy(): void
}

export interface FrameConnectionOptions {
  readonly iframe: HTMLIFrameElement
  /** The wallet origin, exactly as `MessageEvent.origin` spells it. */
  readonly walletOrigin: string
  /** What the frame may call. */
  readonly methods: HostMethods
  onConnect(): void
  onLost(reason: string): void
}

const lost = (reason: string) => clientError('connection_lost', `The wallet frame was ${reason}.`)

export function connectFrame(options: FrameConnectionOptions): FrameConnection {
  const { iframe, walletOrigin } = options
  let connection: Connection<RemoteMethods> | undefined
  let remote: RemoteProxy<RemoteMethods> | undefined
  let lossReason = 'unloaded'
  let announcedSinceLoad = false

  const drop = (reason: string) => {
    const wasConnected = remote
    lossReason = reason
    remote = undefined
    connection?.destroy()
    connection = undefined
    if (wasConnected) options.onLost(reason)
  }

  const onMessage = ({ source, origin, data }: MessageEvent<FrameAnnouncement>) => {
    const frame = iframe.contentWindow
    if (!frame || source !== frame) return
    if (origin !== walletOrigin) return
    if (data?.vitrine !== 'frame') return
    announcedSinceLoad = true
    drop('loaded again')
    const { port1, port2 } = new MessageChannel()
    const opened = connect<RemoteMethods>({
      messenger: new PortMessenger({ port: port1 }),
      methods: options.methods,
    })
    connection = opened
    opened.promise.then(
      proxy => {
        if (connection !== opened) return
        remote = proxy
        options.onConnect()
      },
      () => {},
    )
    frame.postMessage({ vitrine: 'port', nonce: data.nonce } satisfies PortDelivery, walletOrigin, [port2])
  }

  // A load without an announcement is a document that is not ours: an error page, or the refusal page.
  const onLoad = () => {
    if (!announcedSinceLoad) drop('unloaded')
    announcedSinceLoad = false
  }

  addEventListener('message', onMessage)
  iframe.addEventListener('load', onLoad)

  return {
    async call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>> {
      if (!remote) throw lost(lossReason)
      const timeout = TIMEOUT_MS[method]
      let reply: Reply<unknown>
      try {
        const send = remote[method] as unknown as (...args: unknown[]) => Promise<Reply<unknown>>
        reply = await send(argument, new CallOptions({ timeout } as { timeout: number }))
      } catch (cause) {
        const { code } = cause as PenpalError
        if (code === 'METHOD_CALL_TIMEOUT')
          throw clientError('client_request_timeout', REQUEST_TIMED_OUT, { cause })
        if (code === 'TRANSMISSION_FAILED')
          throw clientError('invalid_data', `${method}: pass plain data.`, {
            cause,
          })
        throw lost(lossReason)
      }
      if (reply.ok) return reply.value as FrameResult<M>
      throw new VitrineError(reply.error)
    },
    destroy() {
      removeEventListener('message', onMessage)
      iframe.removeEventListener('load', onLoad)
      lossReason = 'destroyed'
      connection?.destroy()
    },
  }
}
