import { connectFrame, type FrameConnection } from '@vitrine/shared/bridge/host.ts'
import type {
  FrameArgument,
  FrameMethodName,
  FrameResult,
  HostNotice,
} from '@vitrine/shared/bridge/methods.ts'
import { PROTOCOL_VERSION, SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import { NOT_READY } from '@vitrine/shared/errors/messages.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { claimApp } from './app-registry.ts'
import { configurationError, environmentProblem, type VitrineOptions } from './options.ts'
import { createShell, type Shell } from './shell.ts'

const HANDSHAKE_LIMIT_MS = 15_000

export interface FrameLinkEvents {
  onHello(hello: FrameResult<'hello'>): void
  onNotice(notice: HostNotice): void
  /** A frame that had answered hello is gone. Its next document is greeted in turn. */
  onLost(reason: string): void
  /** No connection, or a hello that was refused; later, a frame that could not follow the site's login. */
  onFailure(error: VitrineError, during?: 'customAuth'): void
}

export interface FrameLink {
  readonly shell: Shell | undefined
  /** @throws VitrineError `not_ready`, `instance_destroyed`, and what the frame answers. */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  /** Returns what later calls are refused with. */
  destroy(): VitrineError
}

/** The frame in the page: mounted, connected, greeted by `hello`, and greeted again after each reload. */
export function linkFrame(
  { appId, walletOrigin, config: { customAuth, ...config } = {}, locale }: VitrineOptions,
  events: FrameLinkEvents,
): FrameLink {
  let shell: Shell | undefined
  let connection: FrameConnection | undefined
  let isUp = false
  let ended: VitrineError | undefined
  let releaseApp: (() => void) | undefined
  let unsubscribe: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const fail = (error: VitrineError) => {
    clearTimeout(timer)
    if (!isUp) events.onFailure(error)
  }

  const sync = () => {
    if (customAuth && customAuth.enabled !== false)
      connection?.call('syncCustomAuth').catch(error => {
        // A frame that is gone looks again when it is back.
        if (isUp) events.onFailure(error, 'customAuth')
      })
  }
  const askPage = async () => (customAuth?.isLoading ? undefined : customAuth?.getCustomAccessToken())

  const hello = async (frame: FrameConnection) => {
    try {
      const answer = await frame.call('hello', {
        protocol: PROTOCOL_VERSION,
        sdk: SDK_VERSION,
        features: [],
        // Chain objects of viem hold functions, which cannot cross: only data does. Of an element, which may hold a
        // circle, and a bigint a `null` is left, of which the frame warns.
        options: JSON.parse(
          JSON.stringify(config, (_, it) => (typeof it === 'bigint' || it?.nodeType ? null : it)),
        ),
        locale,
      })
      clearTimeout(timer)
      isUp = true
      events.onHello(answer)
      sync()
    } catch (error) {
      const { code } = error as VitrineError
      // The frame was loaded again while it was greeted: its next document is greeted in turn.
      if (code !== 'connection_lost')
        fail(code ? (error as VitrineError) : configurationError(`config: ${error}`))
    }
  }

  const problem = environmentProblem(walletOrigin)
  if (problem) queueMicrotask(() => fail(configurationError(problem)))
  else {
    releaseApp = claimApp(appId)
    const { origin } = location
    shell = createShell(
      `${walletOrigin}/apps/${encodeURIComponent(appId)}/frame?origin=${encodeURIComponent(origin)}`,
    )
    const frame = connectFrame({
      iframe: shell.iframe,
      walletOrigin,
      onConnect: () => hello(frame),
      methods: {
        notify: events.onNotice,
        // A failure is the page's to mend: the frame learns nothing of it and leaves the session as it is.
        customAccessToken: () => askPage().catch(reportError) as ReturnType<typeof askPage>,
      },
      onLost(reason) {
        if (isUp) events.onLost(reason)
        isUp = false
      },
    })
    connection = frame
    unsubscribe = customAuth?.subscribe?.(sync)
    timer = setTimeout(
      () =>
        fail(
          clientError(
            'client_request_timeout',
            `No answer from ${walletOrigin}. Is it up, in the CSP (frame-src), and ${origin} in the app's origins?`,
          ),
        ),
      HANDSHAKE_LIMIT_MS,
    )
  }

  return {
    shell,
    async call(method, argument) {
      if (!isUp || !connection) throw ended ?? clientError('not_ready', NOT_READY)
      return connection.call(method, argument)
    },
    destroy() {
      isUp = false
      clearTimeout(timer)
      unsubscribe?.()
      connection?.destroy()
      shell?.destroy()
      releaseApp?.()
      ended = clientError('instance_destroyed', 'The instance was destroyed.')
      return ended
    },
  }
}
