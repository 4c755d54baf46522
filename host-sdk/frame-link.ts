import { givePorts } from '@vitrine/shared/bridge/give-ports.ts'
import type { FrameArgument, FrameMethodName, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { NOT_READY } from '@vitrine/shared/errors/messages.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { claimApp } from './app-registry.ts'
import type { FrameEvents, GreetedFrame, greetFrame } from './greet-frame.ts'
import { configurationError, environmentProblem, type VitrineOptions } from './options.ts'
import { createShell, type Shell } from './shell.ts'

const HANDSHAKE_LIMIT_MS = 15_000

export type LoadGreeting = () => Promise<{ readonly greetFrame: typeof greetFrame }>

export interface FrameLink {
  readonly shell: Shell | undefined
  /** @throws VitrineError `not_ready`, `instance_destroyed`, and what the frame answers. */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  /** Returns what later calls are refused with. */
  destroy(): VitrineError
}

/**
 * The frame in the page: mounted at once, and given a port as soon as it asks; greeted by what `loadGreeting` brings
 * meanwhile.
 */
export function linkFrame(
  options: VitrineOptions,
  events: FrameEvents,
  loadGreeting: LoadGreeting,
): FrameLink {
  const { appId, walletOrigin } = options
  let shell: Shell | undefined
  let port: MessagePort | undefined
  let frame: GreetedFrame | undefined
  let ended: VitrineError | undefined
  let releaseApp: (() => void) | undefined
  let stopGiving: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const fail: FrameEvents['onFailure'] = (error, during) => {
    clearTimeout(timer)
    if (!ended) events.onFailure(error, during)
  }

  const problem = environmentProblem(walletOrigin)
  if (problem) queueMicrotask(() => fail(configurationError(problem)))
  else {
    releaseApp = claimApp(appId)
    const { origin } = location
    shell = createShell(
      `${walletOrigin}/apps/${encodeURIComponent(appId)}/frame?origin=${encodeURIComponent(origin)}`,
    )
    stopGiving = givePorts({
      iframe: shell.iframe,
      walletOrigin,
      onPort(given) {
        port = given
        frame?.open(port)
      },
      onLost(reason) {
        port = undefined
        frame?.drop(reason)
      },
    })
    loadGreeting().then(({ greetFrame }) => {
      if (ended) return
      frame = greetFrame(options, {
        ...events,
        onHello(answer) {
          clearTimeout(timer)
          events.onHello(answer)
        },
        onFailure: fail,
      })
      if (port) frame.open(port)
    }, fail)
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
      if (!frame?.isUp) throw ended ?? clientError('not_ready', NOT_READY)
      return frame.call(method, argument)
    },
    destroy() {
      clearTimeout(timer)
      stopGiving?.()
      frame?.destroy()
      shell?.destroy()
      releaseApp?.()
      ended = clientError('instance_destroyed', 'The instance was destroyed.')
      return ended
    },
  }
}
