import { ONE_DAY_MS, type RateLimit, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import type { Settings } from '../../settings.ts'

/** Calls of one network, counted before the body is read. */
export function networkLimits(
  settings: Settings,
  step: 'init' | 'authenticate',
  network: string,
): RateLimit[] {
  return [
    {
      scope: `email-${step}-network`,
      subject: network,
      limit: settings.networkLimit,
      windowMs: TEN_MINUTES_MS,
    },
  ]
}

/** Mails to one address: enough for a person who mistypes and resends, too few to flood a mailbox. */
export function mailLimits(appId: string, address: string): RateLimit[] {
  return [
    { scope: 'email-init-address', subject: `${appId}:${address}`, limit: 5, windowMs: TEN_MINUTES_MS },
    { scope: 'email-init-day', subject: `${appId}:${address}`, limit: 50, windowMs: ONE_DAY_MS },
  ]
}

/**
 * Guesses at one address. Five tries a code would still be 4,000 guesses a day with ever new codes; a hundred a day keep
 * the chance of a guesser below 1 in 10,000 for a day.
 */
export function guessLimits(appId: string, address: string): RateLimit[] {
  return [
    { scope: 'email-guess-address', subject: `${appId}:${address}`, limit: 30, windowMs: TEN_MINUTES_MS },
    { scope: 'email-guess-day', subject: `${appId}:${address}`, limit: 100, windowMs: ONE_DAY_MS },
  ]
}
