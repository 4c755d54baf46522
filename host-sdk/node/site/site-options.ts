import type { RedeemedLogin } from '../login-code.ts'
import { checkNumber } from '../server-options.ts'
import { warnOfUnknown } from '../unknown-options.ts'
import type { WebhookEvent } from '../webhooks/webhook-event.ts'
import type { EndedSessions } from './ended-sessions.ts'

/** How your site keeps who is logged in. */
export interface SiteOptions {
  /**
   * What the cookie is sealed with: at least 32 bytes, e.g. of `openssl rand -base64 32`. Of several the first seals and all open, while one
   * takes the place of the other.
   */
  readonly cookieSecret: string | readonly string[]
  /** How long a cookie is good at most, in seconds. Usually 30 days; it ends with the session of the wallet in any case. */
  readonly maxAgeS?: number | undefined
  /**
   * For how many seconds an answer of the wallet's server holds: a session that ended there ends here within them. Usually 30; 0 asks
   * each time.
   */
  readonly checkEveryS?: number | undefined
  /** Where it is kept who logged out or was deleted. Usually in the memory of this process. */
  readonly endedSessions?: EndedSessions | undefined
  /** Before the cookie is set, e.g. to make a row of yours. What it throws refuses the login. */
  onLogin?(login: RedeemedLogin): void | Promise<void>
  /** Of each message that was checked. Where it throws, the message comes again. */
  onWebhook?(event: WebhookEvent): void | Promise<void>
}

/** Seconds. */
export const MAX_AGE_S = 30 * 86_400
export const CHECK_EVERY_S = 30

const NAMES: Readonly<Record<keyof SiteOptions, true>> = {
  cookieSecret: true,
  maxAgeS: true,
  checkEveryS: true,
  endedSessions: true,
  onLogin: true,
  onWebhook: true,
}

/** @throws VitrineError `configuration_error` for times that are none */
export function checkSiteOptions(options: SiteOptions): void {
  const { maxAgeS = MAX_AGE_S, checkEveryS = CHECK_EVERY_S } = options
  checkNumber(maxAgeS, 'maxAgeS', 1)
  checkNumber(checkEveryS, 'checkEveryS', 0)
  warnOfUnknown("the site's options", options, NAMES)
}
