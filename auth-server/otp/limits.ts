import type { Context } from '../context.ts'
import {
  type BucketLimit,
  MAX_POINTS,
  type NetworkLimit,
  ONE_DAY_MS,
  ONE_HOUR_MS,
  type RateLimit,
  TEN_MINUTES_MS,
  usedUpBeyond,
} from '../http/rate-limit.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'
import type { Channel, Destination } from './destination.ts'

/**
 * Messages to an address for all devices together that are not known. In any 24 hours 50 mails or 20 text messages, so that nobody
 * floods a mailbox; and never more than an hour, or two, until the next, so that nobody keeps it shut. A text
 * message costs the operator money, and premium lines earn by receiving them.
 */
const SHARED = {
  email: { atOnce: 26, everyMs: ONE_HOUR_MS },
  sms: { atOnce: 8, everyMs: 2 * ONE_HOUR_MS },
} as const satisfies Record<Channel, object>

/** Where a channel has many addresses for one place, the place's name. */
const PLACES = { email: canonicalMailbox, sms: null } as const satisfies Record<
  Channel,
  ((address: string) => string) | null
>

/** Of one known device. */
const KNOWN_DEVICE_A_DAY = { email: 50, sms: 20 } as const satisfies Record<Channel, number>

/** Beyond this share of what an address or a mailbox may be sent, it is crowded. */
const CROWDED = 3 / 4
/** Of these, one network gets so many a day: who wants them all needs many networks every day. */
const OF_ONE_NETWORK_WHEN_CROWDED = 3

/** The device that asks for a code or guesses at one. */
export interface Asker {
  /** RFC 7638, of its key. */
  readonly thumbprint: string
  /** It has logged in as the user whose address it is. */
  readonly isKnown: boolean
  /** See `neighbourhoodOf`. */
  readonly network: string
  /** One of `sharedLimits` is used up beyond `CROWDED`. */
  readonly isCrowded: boolean
}

/** Calls of one network, counted before the body is read. Linking and updating count as `authenticate`. */
export const networkLimit = (channel: Channel, step: 'init' | 'authenticate' | 'unlink'): NetworkLimit => ({
  scope: `${channel}-${step}-network`,
  perLogin: 1,
})

/** What all devices that are not known share: the address, and the mailbox that it leads to, whatever its spelling. */
export function sharedLimits(
  { settings }: Pick<Context, 'settings'>,
  appId: string,
  { channel, address }: Destination,
): readonly BucketLimit[] {
  const ofAddress = { scope: `${channel}-init-shared`, subject: `${appId}:${address}`, ...SHARED[channel] }
  const place = PLACES[channel]?.(address)
  if (place === undefined) return [ofAddress]
  const { mailboxMails, mailboxMailsDay } = settings.budgets
  const atOnce = Math.min(mailboxMails, mailboxMailsDay)
  const everyMs = Math.ceil(ONE_DAY_MS / Math.max(1, mailboxMailsDay - atOnce))
  return [ofAddress, { scope: 'mailbox', subject: `${appId}:${place}`, atOnce, everyMs }]
}

/** When the row of a shared limit expires after this, it is crowded. Unix ms. */
export const crowdedBeyond = (limit: BucketLimit, now: number): number => usedUpBeyond(limit, CROWDED, now)

/**
 * Messages to one address: for one device enough for a person who mistypes and resends; for all that are not known together a
 * ceiling, of which one network can use up three quarters and hardly more. A known device is counted for itself alone: what
 * strangers ask for does not keep it out.
 */
export function messageLimits(
  ctx: Pick<Context, 'settings'>,
  appId: string,
  destination: Destination,
  { thumbprint, isKnown, network, isCrowded }: Asker,
): RateLimit[] {
  const { channel, address } = destination
  const subject = `${appId}:${address}:${thumbprint}`
  const ofDevice = { scope: `${channel}-init-device`, subject, limit: 5, windowMs: TEN_MINUTES_MS }
  if (isKnown) {
    return [
      ofDevice,
      { scope: `${channel}-init-day`, subject, limit: KNOWN_DEVICE_A_DAY[channel], windowMs: ONE_DAY_MS },
    ]
  }
  const place = PLACES[channel]?.(address) ?? address
  return [
    ofDevice,
    ...sharedLimits(ctx, appId, destination),
    {
      scope: `${channel}-init-from`,
      subject: `${appId}:${place}:${network}`,
      // Counted before it is crowded, too.
      limit: isCrowded ? OF_ONE_NETWORK_WHEN_CROWDED : MAX_POINTS,
      windowMs: ONE_DAY_MS,
    },
  ]
}

/**
 * Guesses of one device at its codes of one address, whether to log in, link or update. Codes are good for their own
 * device, so that nobody's guesses cost another one a try; strangers' guesses at an address are bounded by the codes that
 * it may be sent: fifty in a day of five tries each keep the chance of a guesser at 1 in 4,000 for a day.
 */
export function guessLimits(
  appId: string,
  { channel, address }: Destination,
  { thumbprint }: Pick<Asker, 'thumbprint'>,
): RateLimit[] {
  const subject = `${appId}:${address}:${thumbprint}`
  return [{ scope: `${channel}-guess-day`, subject, limit: 60, windowMs: ONE_DAY_MS }]
}
