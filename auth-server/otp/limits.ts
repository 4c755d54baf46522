import { type NetworkLimit, ONE_DAY_MS, type RateLimit, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import type { Channel, Destination } from './destination.ts'

/** A text message costs the operator money, and premium lines earn by receiving them. */
const MESSAGES_A_DAY = { email: 50, sms: 20 } as const satisfies Record<Channel, number>

/** Calls of one network, counted before the body is read. Linking and updating count as `authenticate`. */
export const networkLimit = (channel: Channel, step: 'init' | 'authenticate' | 'unlink'): NetworkLimit => ({
  scope: `${channel}-${step}-network`,
  perLogin: 1,
})

/** Messages to one address: enough for a person who mistypes and resends, too few to flood a mailbox. */
export function messageLimits(appId: string, { channel, address }: Destination): RateLimit[] {
  const subject = `${appId}:${address}`
  return [
    { scope: `${channel}-init-address`, subject, limit: 5, windowMs: TEN_MINUTES_MS },
    { scope: `${channel}-init-day`, subject, limit: MESSAGES_A_DAY[channel], windowMs: ONE_DAY_MS },
  ]
}

/**
 * Guesses at the codes of one address, whether to log in, link or update. Five tries a code would still be 250 guesses a
 * day with ever new codes; sixty keep the chance of a guesser below 1 in 16,000 for a day.
 */
export function guessLimits(appId: string, { channel, address }: Destination): RateLimit[] {
  return [{ scope: `${channel}-guess-day`, subject: `${appId}:${address}`, limit: 60, windowMs: ONE_DAY_MS }]
}
