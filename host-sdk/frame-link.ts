import { givePorts } from '@vitrine/shared/bridge/give-ports.ts'
import type { FrameArgument, FrameMethodName, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { NOT_READY } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { claimApp } from './app-registry.ts'
import { deferred } from './deferred.ts'
import type { FrameEvents, GreetedFrame, GreetingParts, greetFrame } from './greet-frame.ts'
import type { Later } from './later.ts'
import { canRun, configurationError, type VitrineOptions } from './options.ts'
import type { PinnedFile } from './script-part.ts'
import { createShell, type Shell } from './shell.ts'

/** What is not needed at once, and how it comes: for the script tag as pinned files, for the module with it. */
export interface Parts {
  /** The bridge, for when the frame answers. */
  readonly greeting: () => Promise<{ readonly greetFrame: typeof greetFrame }>
  /** What not every page needs: Solana's wallet, what is done where there is no frame, or not any more, `vitrine.fetch`, the provider's oldest methods. */
  readonly later: () => Promise<Later>
  /** Loads another pinned file, once, as the two above were. The module has none. */
  readonly part?: (pinned: PinnedFile) => () => Promise<unknown>
}

export interface FrameLink {
  readonly shell: Shell | undefined
  /**
   * Waits while the frame is loaded again.
   * @throws VitrineError why there is no frame, `not_ready` while nobody knows, `instance_destroyed`, and what the frame answers.
   */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  /**
   * Waits for the first frame too, and is sent again when it only reads and its answer got lost with the frame.
   * @param chainId answers `eth_chainId` while no frame is up
   * @throws VitrineError why there will be no frame, `frame_unreachable` when none has come in time, and as `call`
   */
  askEthereum(request: FrameArgument<'ethereumRequest'>, chainId?: string): Promise<unknown>
  /** Returns what later calls are refused with. */
  destroy(): VitrineError
}

/**
 * The frame in the page: mounted at once, and given a port as soon as it asks; greeted by what `parts.greeting` brings
 * meanwhile. A frame that is lost is awaited as the first one was.
 */
export function linkFrame(options: VitrineOptions, events: FrameEvents, parts: Parts): FrameLink {
  const { appId, walletOrigin } = options
  /** After this the page is told that no frame has come; calls that wait go on waiting once more as long, for a slow network. */
  const HANDSHAKE_LIMIT_MS = 15_000
  /** How much later than its load a frame's announcement may come. */
  const ANNOUNCEMENT_GRACE_MS = 100
  let shell: Shell | undefined
  let port: MessagePort | undefined
  let frame: GreetedFrame | undefined
  let wasUp: boolean | undefined
  let ended: VitrineError | undefined
  /** Why there is no frame. */
  let reason: VitrineError | undefined
  let releaseApp: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusal: typeof timer

  /** Settles with the frame that is awaited; it is another one after each loss. */
  let up = deferred()

  const fail: GreetingParts['onFailure'] = (cause, during) => {
    if (ended) return
    // By its code: each script of the page has a class of its own.
    const error = (cause as VitrineError).code
      ? (cause as VitrineError)
      : configurationError(`config: ${cause}`)
    if (!during) {
      clearTimeout(timer)
      reason = error
      up.reject(error)
    }
    events.onFailure(error, during)
  }
  const noAnswer = () => clientError('frame_unreachable', `No answer from ${walletOrigin}.`)
  const startTimer = () => {
    timer = setTimeout(() => {
      reason = noAnswer()
      timer = setTimeout(up.reject, HANDSHAKE_LIMIT_MS, reason)
      events.onFailure(reason)
    }, HANDSHAKE_LIMIT_MS)
  }
  const explain = async () => {
    const error = await parts.later().then(it => it.diagnose(options, shell?.signal), noAnswer)
    // Else a frame has come meanwhile.
    if (!port) fail(error)
  }
  const drop = (reason: string) => {
    port = undefined
    frame?.drop(reason)
  }

  if (!canRun(walletOrigin)) void explain()
  else {
    releaseApp = claimApp(appId)
    shell = createShell(
      `${walletOrigin}/apps/${encodeURIComponent(appId)}/frame?origin=${encodeURIComponent(location.origin)}`,
    )
    givePorts({
      ...shell,
      walletOrigin,
      onPort(given) {
        port = given
        frame?.open(port)
      },
      onLost: drop,
      // Of a frame too, the load may be heard before what it says: a page that gets one loads nothing to find out why not.
      onRefused() {
        clearTimeout(refusal)
        refusal = setTimeout(() => port || explain(), ANNOUNCEMENT_GRACE_MS)
      },
    })
    shell.mounts.push(() => drop('unloaded'))
    parts.greeting().then(({ greetFrame }) => {
      if (ended) return
      frame = greetFrame(
        options,
        {
          ...events,
          onHello(answer) {
            wasUp = true
            clearTimeout(timer)
            up.resolve()
            events.onHello(answer)
          },
          onLost(reason) {
            up = deferred()
            startTimer()
            events.onLost(reason)
          },
          onFailure: fail,
          VitrineError,
        },
        parts,
      )
      if (port) frame.open(port)
    }, fail)
    startTimer()
  }

  const isUp = () => {
    // The page has just taken it out, and the shell has yet to notice: nothing that is sent now would arrive.
    if (!shell?.iframe.isConnected) drop('unloaded')
    return frame?.isUp
  }
  const call: FrameLink['call'] = async (method, argument) => {
    // A person asked for it: they read why it does not come.
    if (method === 'login' && shell && !frame?.isUp)
      parts
        .later()
        .then(it => it.tellAbsence(options, shell as Shell, up.promise))
        .catch(noAnswer)
    if (ended || !frame || !wasUp) throw ended ?? reason ?? clientError('not_ready', NOT_READY)
    if (!isUp()) await up.promise
    return frame.call(method, argument)
  }

  return {
    shell,
    async askEthereum(request, chainId) {
      const ask = async () => {
        if (!isUp()) {
          if (chainId && request.method === 'eth_chainId') return chainId
          await up.promise
        }
        return call('ethereumRequest', request)
      }
      return ask().catch(async error => {
        if (error.code !== 'connection_lost') throw error
        return (await parts.later()).repeatRead(error, request.method, ask)
      })
    },
    call,
    destroy() {
      clearTimeout(timer)
      clearTimeout(refusal)
      frame?.destroy()
      shell?.destroy()
      releaseApp?.()
      ended = clientError('instance_destroyed', 'Destroyed.')
      up.reject(ended)
      return ended
    },
  }
}
