import { type NetworkLimit, ONE_DAY_MS, type RateLimit, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { type Channel, type Destination, slotOf } from './destination.ts'

/** A text message costs the operator money, and premium lines earn by receiving them. */
const MESSAGES_A_DAY = { email: 50, sms: 20 } as const satisfies Record<Channel, number>

/** Calls of one network, counted before the body is read. Linking and updating count as `authenticate`. */
export const networkLimit = (channel: Channel, step: 'init' | 'authenticate' | 'unlink'): NetworkLimit => ({
  scope: `${channel}-${step}-network`,
  perLogin: 1,
})

/**
 * Messages to one address: enough for a person who mistypes and resends, too few to flood a mailbox. Each purpose has its
 * own: who asks for login codes keeps nobody from confirming a change.
 */
export function messageLimits(appId: string, to: Destination): RateLimit[] {
  const { channel, address } = to
  const slot = slotOf(to)
  const subject = `${appId}:${address}`
  return [
    { scope: `${slot}-init-address`, subject, limit: 5, windowMs: TEN_MINUTES_MS },
    { scope: `${slot}-init-day`, subject, limit: MESSAGES_A_DAY[channel], windowMs: ONE_DAY_MS },
  ]
}

/**
 * Guesses at the codes of one address, whether to log in, link or update. Five tries a code would still be 250 guesses a
 * day with ever new codes; sixty keep the chance of a guesser below 1 in 16,000 for a day.
 */
export function guessLimits(appId: string, to: Destination): RateLimit[] {
  return [
    { scope: `${slotOf(to)}-guess-day`, subject: `${appId}:${to.address}`, limit: 60, windowMs: ONE_DAY_MS },
  ]
}
