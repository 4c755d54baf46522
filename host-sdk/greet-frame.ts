import { connectFrame } from '@vitrine/shared/bridge/host.ts'
import type {
  FrameArgument,
  FrameMethodName,
  FrameResult,
  HostNotice,
} from '@vitrine/shared/bridge/methods.ts'
import { PROTOCOL_VERSION, SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import type { ErrorBody, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Parts } from './frame-link.ts'
import type { VitrineOptions } from './options.ts'

export interface FrameEvents {
  onHello(hello: FrameResult<'hello'>): void
  onNotice(notice: HostNotice): void
  /** A frame that had answered hello is gone. Its next document is greeted in turn. */
  onLost(reason: string): void
  /** No connection, or a hello that was refused; later, a frame that could not follow the site's login. */
  onFailure(error: VitrineError, during?: 'customAuth'): void
}

export interface GreetingParts extends Omit<FrameEvents, 'onFailure'> {
  /** Also with what is thrown where options cannot be made data, such as a circle. */
  onFailure(error: unknown, during?: 'customAuth'): void
  /** The second script makes its errors by the first one's class, and does not bring it again. */
  readonly VitrineError: new (
    body: ErrorBody,
    options?: ErrorOptions,
  ) => VitrineError
}

/** The frame once there is a port to it: greeted by `hello`, and greeted again after each reload. */
export interface GreetedFrame {
  /** The page's own, which names the frame's app. */
  readonly options: Pick<VitrineOptions, 'appId'>
  /** It has answered `hello`, and is still there. */
  isUp: boolean
  /** Runs when its document goes, and with the instance. */
  onEnd?: () => void
  /** @throws VitrineError what the frame answers, `client_request_timeout` or `connection_lost`. */
  call<M extends FrameMethodName>(method: M, argument?: FrameArgument<M>): Promise<FrameResult<M>>
  open(port: MessagePort): void
  drop(reason: string): void
  destroy(): void
}

/** Stands in the second script: nothing of it is needed before the frame answers. */
export function greetFrame(
  options: VitrineOptions,
  events: GreetingParts,
  { later, part }: Pick<Parts, 'later' | 'part'>,
): GreetedFrame {
  const { config: { customAuth, ...config } = {}, locale, signer, build } = options
  // The page is back from a login that took it away, or Telegram opened it and says for whom.
  const returned = /vitrine_o|tgWebAppD/.test(location.href) && later().then(it => it.takeReturn())
  // Where it does not come, the wallet works without it.
  const site = customAuth && later().then(it => it.followSite(customAuth, frame, events), reportError)
  const hello = async () => {
    try {
      const answer = await frame.call('hello', {
        protocol: PROTOCOL_VERSION,
        sdk: SDK_VERSION,
        features: Object.keys(options),
        // Chain objects of viem hold functions, which cannot cross: only data does. Of an element, which may hold a
        // circle, and a bigint a `null` is left, of which the frame warns.
        options: JSON.parse(
          JSON.stringify(config, (_, it) => (typeof it === 'bigint' || it?.nodeType ? null : it)),
        ),
        locale,
        signer,
        build,
      })
      frame.isUp = true
      events.onHello(answer)
      site?.then(it => it?.sync())
      if (answer.open) (await later()).open(answer, events, frame)
      // To each frame: one that is loaded again knows by what it keeps whether that still waits.
      if (returned) await frame.call('resumeLogin', await returned)
    } catch (error) {
      // The frame was loaded again while it was greeted: its next document is greeted in turn.
      if ((error as VitrineError).code !== 'connection_lost' && !frame.isUp) events.onFailure(error)
    }
  }

  const connection = connectFrame({
    VitrineError: events.VitrineError,
    onConnect: hello,
    methods: {
      // What a listener of the page throws is reported where it is called (`emitter.ts`).
      notify: notice => events.onNotice(notice),
      navigate: async url => (await later()).navigate(options, url),
      customAccessToken: async () => (await site)?.token(),
      wallets: async call => (await later()).wallets(call, frame, part),
    },
    onLost(reason) {
      frame.onEnd?.()
      if (!frame.isUp) return
      // First: what a page calls when it hears of the loss waits for the next frame.
      frame.isUp = false
      events.onLost(reason)
    },
  })
  const frame: GreetedFrame = {
    ...connection,
    options,
    isUp: false,
    destroy() {
      frame.onEnd?.()
      frame.isUp = false
      site?.then(it => it?.stop())
      connection.destroy()
    },
  }

  return frame
}
