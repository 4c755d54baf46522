import type { Budgets } from '../budgets.ts'
import type { Context } from '../context.ts'
import {
  type BucketLimit,
  MAX_POINTS,
  type NetworkLimit,
  ONE_DAY_MS,
  type RateLimit,
  TEN_MINUTES_MS,
  usedUpBeyond,
} from '../http/rate-limit.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'
import type { Channel, Destination } from './destination.ts'

/**
 * Messages to an address for all devices together that are not known: so many at once, so that nobody keeps it shut, and in a
 * day, so that nobody floods a mailbox. With what operators have who set nothing (26 and 50 mails, 8 and 20 text messages) the
 * next one is never further away than an hour, or two. A text message costs the operator money, and premium lines earn by
 * receiving them.
 */
const SHARED = {
  email: ({ addressMails, addressMailsDay }) => bucket(addressMails, addressMailsDay),
  sms: ({ addressTexts, addressTextsDay }) => bucket(addressTexts, addressTextsDay),
} as const satisfies Record<Channel, (budgets: Budgets) => Pick<BucketLimit, 'atOnce' | 'everyMs'>>

/** @param aDay in any 24 hours, what is let at once included */
function bucket(atOnce: number, aDay: number): Pick<BucketLimit, 'atOnce' | 'everyMs'> {
  const first = Math.min(atOnce, aDay)
  return { atOnce: first, everyMs: Math.ceil(ONE_DAY_MS / Math.max(1, aDay - first)) }
}

/** Where a channel has many addresses for one place, the place's name. */
const PLACES = { email: canonicalMailbox, sms: null } as const satisfies Record<
  Channel,
  ((address: string) => string) | null
>

/** Of one known device, in a day. */
const OF_KNOWN_DEVICE = {
  email: ({ knownDeviceMailsDay }) => knownDeviceMailsDay,
  sms: ({ knownDeviceTextsDay }) => knownDeviceTextsDay,
} as const satisfies Record<Channel, (budgets: Budgets) => number>

/** Beyond this share of what an address or a mailbox may be sent, it is crowded. */
const CROWDED = 3 / 4

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
  const { budgets } = settings
  const shared = SHARED[channel](budgets)
  const ofAddress = { scope: `${channel}-init-shared`, subject: `${appId}:${address}`, ...shared }
  const place = PLACES[channel]?.(address)
  if (place === undefined) return [ofAddress]
  const ofMailbox = bucket(budgets.mailboxMails, budgets.mailboxMailsDay)
  return [ofAddress, { scope: 'mailbox', subject: `${appId}:${place}`, ...ofMailbox }]
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
  const { budgets } = ctx.settings
  const subject = `${appId}:${address}:${thumbprint}`
  const ofDevice = {
    scope: `${channel}-init-device`,
    subject,
    limit: budgets.deviceCodes,
    windowMs: TEN_MINUTES_MS,
  }
  if (isKnown) {
    const aDay = OF_KNOWN_DEVICE[channel](budgets)
    return [ofDevice, { scope: `${channel}-init-day`, subject, limit: aDay, windowMs: ONE_DAY_MS }]
  }
  const place = PLACES[channel]?.(address) ?? address
  return [
    ofDevice,
    ...sharedLimits(ctx, appId, destination),
    {
      scope: `${channel}-init-from`,
      subject: `${appId}:${place}:${network}`,
      // Counted before it is crowded, too. Who wants them all needs many networks every day.
      limit: isCrowded ? budgets.networkCodesDay : MAX_POINTS,
      windowMs: ONE_DAY_MS,
    },
  ]
}

/**
 * Guesses of one device at its codes of one address, whether to log in, link or update. Codes are good for their own
 * device, so that nobody's guesses cost another one a try; strangers' guesses at an address are bounded by the codes that
 * it may be sent: fifty in a day of five tries each keep the chance of a guesser at 1 in 4,000 for a day. Whatever an operator
 * sets, the signer takes 300 wrong ones of strangers in a day (`signer/address-guesses.ts`).
 */
export function guessLimits(
  { settings }: Pick<Context, 'settings'>,
  appId: string,
  { channel, address }: Destination,
  { thumbprint }: Pick<Asker, 'thumbprint'>,
): RateLimit[] {
  const subject = `${appId}:${address}:${thumbprint}`
  const { guessesDay } = settings.budgets
  return [{ scope: `${channel}-guess-day`, subject, limit: guessesDay, windowMs: ONE_DAY_MS }]
}
