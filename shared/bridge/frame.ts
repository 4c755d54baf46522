/**
 * The frame's end of the bridge.
 *
 * What it must guarantee:
 *  - it speaks to one origin, pinned before the first message, and to that origin's window that embeds it;
 *  - every argument and every result fits the contract, so nothing the contract does not name can leave;
 *  - methods stand in a null-prototype map, and errors cross as `{type, code, message, data?}` without a stack.
 *
 * The steps are those of `host.ts`, seen from the other side. Checks of a window message, in this order: source, origin,
 * shape, nonce. The nonce is used up by the first port: a second one is ignored.
 */
import { CallOptions, type Connection, connect, type RemoteProxy } from 'penpal'
import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors/codes.ts'
import { MUST_BE_AUTHENTICATED } from '../errors/messages.ts'
import { type ErrorBody, messageOf, VitrineError } from '../errors/vitrine-error.ts'
import { GuardedPort } from './guarded-port.ts'
import type { FrameHandlers, FrameMethodName, HostMethods, HostNotice, HostResult, Reply } from './methods.ts'
import { HOST_TIMEOUT_MS, METHOD_POLICIES, type MethodPolicy } from './policies.ts'
import type { FrameAnnouncement, PortDelivery } from './protocol.ts'
import { problemOf } from './schema-problem.ts'
import { FRAME_METHODS, HOST_METHODS, hostNotice } from './schemas.ts'
import type { PageCall } from './wallet-relay.ts'

export interface FrameServerOptions {
  /** The embedding window; the frame's `window.parent`. */
  readonly host: Window
  /** The one origin that is served. */
  readonly hostOrigin: string
  readonly handlers: FrameHandlers
  /** @param needs what the method's policy asks for */
  isAuthenticated(needs: MethodPolicy['needsSession']): boolean
  /** Hears of a call that is refused before its handler, with what the page gets. */
  onRefused?(method: FrameMethodName, error: ErrorBody): void
  /** Hears of an argument that names more than its schema does. The handler gets what the schema names. */
  onUnknown?(method: FrameMethodName, schema: z.ZodMiniType, argument: unknown): void
}

export interface FrameServer {
  /** Tells the page; dropped when no page is connected. Throws when the notice does not fit the contract. */
  notify(notice: HostNotice): void
  /**
   * Asks the page for the token of its own login. `undefined`: the page does not know yet, or there is none.
   * Rejects when the page does not answer in time or answers something else.
   */
  customAccessToken(): Promise<string | null | undefined>
  /**
   * Takes the whole page to a start page of the wallet origin; without one it only says where the page is. Empty: it stays.
   * Rejects as above, and with a page of an older SDK.
   */
  navigate(url?: string): Promise<string>
  /**
   * Asks one of the wallets in the page. What comes is not checked here: `RELAY_RESULTS` has the shapes. Pending for as long as
   * the page likes, for ever with a page of an older SDK: whoever asks has a limit. Rejects when the connection ends.
   */
  wallets(call: PageCall): Promise<unknown>
  destroy(): void
}

/**
 * An error as it may cross: ours as it is, anything else without its text, which could name internals.
 * @param unknown what anything else is called
 */
export function toErrorBody(error: unknown, unknown: ErrorCode = 'internal_error'): ErrorBody {
  if (!(error instanceof VitrineError))
    return {
      type: 'client_error',
      code: unknown,
      message: 'Something went wrong in the wallet frame. Try again.',
    }
  const { type, code, status, data } = error
  return {
    type,
    code,
    message: messageOf(error),
    ...(status !== undefined && { status }),
    ...(data !== undefined && { data }),
  }
}

export function serveFrame(options: FrameServerOptions): FrameServer {
  const { host, hostOrigin } = options
  const nonce = crypto.randomUUID()
  const methods = guardedMethods(options)
  let connection: Connection<HostMethods> | undefined
  let remote: RemoteProxy<HostMethods> | undefined

  const onMessage = ({ source, origin, data, ports }: MessageEvent<PortDelivery>) => {
    if (source !== host) return
    if (origin !== hostOrigin) return
    if (data?.vitrine !== 'port' || ports.length !== 1) return
    if (connection || data.nonce !== nonce) return
    const port = ports[0]
    if (!port) return
    connection = connect<HostMethods>({
      messenger: new GuardedPort(port, new Set(Object.keys(methods))),
      methods: methods as Record<string, (argument: unknown) => Promise<Reply<unknown>>>,
    })
    void connection.promise.then(proxy => {
      remote = proxy
    })
  }

  const ask = async <M extends keyof typeof HOST_METHODS>(method: M, ...given: unknown[]) => {
    // By hand: the types of a remote method do not know of penpal's options.
    const call = remote?.[method] as ((...given: unknown[]) => Promise<unknown>) | undefined
    const answer = await call?.(
      ...given,
      new CallOptions({ timeout: HOST_TIMEOUT_MS[method] } as { timeout: number }),
    )
    return HOST_METHODS[method].result.parse(answer) as HostResult<M>
  }

  addEventListener('message', onMessage)
  host.postMessage({ vitrine: 'frame', nonce } satisfies FrameAnnouncement, hostOrigin)

  return {
    notify(notice) {
      const valid = hostNotice.parse(notice)
      try {
        void remote?.notify(valid).catch(() => {})
      } catch {
        // The page ended the connection (penpal then throws at once); its next document starts from `hello`.
      }
    },
    customAccessToken: () => ask('customAccessToken'),
    navigate: url => ask('navigate', ...(url ? [url] : [])),
    wallets: call => ask('wallets', call),
    destroy() {
      removeEventListener('message', onMessage)
      connection?.destroy()
    },
  }
}

const keyCount = (it: unknown) => Object.keys(Object(it)).length

function guardedMethods({ handlers, isAuthenticated, onRefused, onUnknown }: FrameServerOptions) {
  let greeted = false
  const methods: Record<string, (argument: unknown) => Promise<Reply<unknown>>> = Object.create(null)
  for (const name of Object.keys(FRAME_METHODS) as FrameMethodName[]) {
    const { argument: argumentSchema, result: resultSchema } = FRAME_METHODS[name]
    const handler = handlers[name] as (argument: unknown) => unknown
    const refusal = (code: ErrorCode, message: string): Reply<never> => {
      const error = { type: 'client_error', code, message } as const
      onRefused?.(name, error)
      return { ok: false, error }
    }
    methods[name] = async argument => {
      const parsed = argumentSchema.safeParse(argument)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const at = issue?.path.join('.')
        return refusal('invalid_data', `${name}: ${at ? `\`${at}\`` : 'the argument'} ${problemOf(issue)}`)
      }
      if (!greeted && name !== 'hello') return refusal('not_ready', `${name}: call \`hello\` first.`)
      const { needsSession, unknown }: MethodPolicy = METHOD_POLICIES[name]
      if (needsSession && !isAuthenticated(needsSession))
        return refusal('must_be_authenticated', MUST_BE_AUTHENTICATED)
      // A newer page may say more of itself, and who unlinks may name the whole account (host-api.md).
      if (name !== 'hello' && name !== 'unlink' && keyCount(argument) > keyCount(parsed.data))
        onUnknown?.(name, argumentSchema, argument)
      try {
        const value = resultSchema.parse(await handler(parsed.data))
        if (name === 'hello') greeted = true
        return { ok: true, value }
      } catch (error) {
        return { ok: false, error: toErrorBody(error, unknown) }
      }
    }
  }
  return methods
}
