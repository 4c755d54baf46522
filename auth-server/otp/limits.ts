import { type NetworkLimit, ONE_DAY_MS, type RateLimit, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import type { Channel, Destination } from './destination.ts'

/** A text message costs the operator money, and premium lines earn by receiving them. */
const MESSAGES_A_DAY = { email: 50, sms: 20 } as const satisfies Record<Channel, number>

/** The device that asks for a code or guesses at one. */
export interface Asker {
  /** RFC 7638, of its key. */
  readonly thumbprint: string
  /** It has logged in as the user whose address it is. */
  readonly isKnown: boolean
}

/** Calls of one network, counted before the body is read. Linking and updating count as `authenticate`. */
export const networkLimit = (channel: Channel, step: 'init' | 'authenticate' | 'unlink'): NetworkLimit => ({
  scope: `${channel}-${step}-network`,
  perLogin: 1,
})

/**
 * Messages to one address: for one device enough for a person who mistypes and resends; for all devices that are not
 * known together a ceiling, so that nobody floods a mailbox. A known device is counted for itself alone: what strangers
 * ask for does not keep it out.
 */
export function messageLimits(
  appId: string,
  { channel, address }: Destination,
  { thumbprint, isKnown }: Asker,
): RateLimit[] {
  const subject = `${appId}:${address}`
  const device = `${subject}:${thumbprint}`
  const limit = MESSAGES_A_DAY[channel]
  return [
    { scope: `${channel}-init-device`, subject: device, limit: 5, windowMs: TEN_MINUTES_MS },
    { scope: `${channel}-init-day`, subject: isKnown ? device : subject, limit, windowMs: ONE_DAY_MS },
  ]
}

/**
 * Guesses of one device at its codes of one address, whether to log in, link or update. Codes are good for their own
 * device, so that nobody's guesses cost another one a try; strangers' guesses at an address are bounded by the codes that
 * it may be sent: fifty a day of five tries each keep the chance of a guesser at 1 in 4,000 for a day.
 */
export function guessLimits(
  appId: string,
  { channel, address }: Destination,
  { thumbprint }: Pick<Asker, 'thumbprint'>,
): RateLimit[] {
  const subject = `${appId}:${address}:${thumbprint}`
  return [{ scope: `${channel}-guess-day`, subject, limit: 60, windowMs: ONE_DAY_MS }]
}
