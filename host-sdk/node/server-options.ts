import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { warnOfUnknown } from './unknown-options.ts'
import type { ReplayStore } from './webhooks/replay-store.ts'

export interface VitrineServerOptions {
  /** The id that the operator's `app create` printed. */
  readonly appId: string
  /** What `app create` or `app rotate-secret` printed. Whoever has it reads and deletes every user of the app. */
  readonly appSecret: string
  /** Where the wallet is served, e.g. `https://wallet.example`; `http:` on this machine alone. */
  readonly walletOrigin: string
  /** Your own, e.g. `https://shop.example`: whose login codes are redeemed, and whose pages may sign in. Several where you have several. */
  readonly siteOrigin?: string | readonly string[] | undefined
  /** What `webhook add` printed (`whsec_…`); several while one takes the place of the other. */
  readonly webhookSecret?: string | readonly string[] | undefined
  /** Where the ids of messages that were taken are kept. Usually in the memory of this process. */
  readonly replayStore?: ReplayStore | undefined
  /** Of one try, in ms. Usually 10,000. */
  readonly timeoutMs?: number | undefined
  /** In the place of the global one, e.g. through a proxy. */
  readonly fetch?: typeof fetch | undefined
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Of one try, in ms. */
  readonly timeoutMs?: number | undefined
}

export const configurationError = (message: string) => clientError('configuration_error', message)

const NAMES: Readonly<Record<keyof VitrineServerOptions, true>> = {
  appId: true,
  appSecret: true,
  walletOrigin: true,
  siteOrigin: true,
  webhookSecret: true,
  replayStore: true,
  timeoutMs: true,
  fetch: true,
}

/** @throws VitrineError `configuration_error` for options that cannot work, or that would give the secret away */
export function checkServerOptions(options: VitrineServerOptions): void {
  const { appId, appSecret, walletOrigin, siteOrigin = [], timeoutMs = 1 } = options
  // Whoever opens a page can read what it loads, so a secret in it is everybody's.
  if (typeof window !== 'undefined' && typeof document !== 'undefined')
    throw configurationError(
      '`createVitrineServer` is for your backend. A page would give `appSecret` to everybody.',
    )
  if (!isText(appId) || appId.includes(':')) throw configurationError('`appId` is missing or no app id.')
  if (!isText(appSecret)) throw configurationError('`appSecret` is missing or no app secret.')
  checkOrigin(walletOrigin, 'walletOrigin')
  for (const origin of [siteOrigin].flat()) checkOrigin(origin, 'siteOrigin')
  checkNumber(timeoutMs, 'timeoutMs', 1)
  warnOfUnknown('createVitrineServer', options, NAMES)
}

/** @throws VitrineError `configuration_error` */
export function checkNumber(value: number, option: string, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw configurationError(`\`${option}\` must be a whole number, ${least} or more.`)
}

/** Visible ASCII: what `Authorization: Basic` carries as it is (RFC 7617 §2). */
const isText = (value: unknown): value is string => typeof value === 'string' && /^[!-~]+$/.test(value)

/** @throws VitrineError `configuration_error` for what is no origin, or is `http:` of another machine */
function checkOrigin(origin: string, option: string): void {
  const spelt = URL.canParse(origin) ? new URL(origin).origin : null
  if (spelt !== origin) {
    const meant = spelt?.startsWith('http') ? spelt : 'https://shop.example'
    throw configurationError(
      `\`${option}\` is ${JSON.stringify(origin)}, which is no origin. Write it as ${meant}: scheme, host and port alone.`,
    )
  }
  const { protocol, hostname } = new URL(origin)
  // On the way, everybody could read the secret, and the cookies.
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw configurationError(`\`${option}\` must begin with https: unless it is this machine.`)
}

/** RFC 6761 §6.3: names below `localhost` are this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
