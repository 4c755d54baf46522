import { provenBy, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { AccountDetails } from '../database/schema.ts'

type Channel = ReturnType<typeof provenBy<'code'>>[number]

/** A text message costs the operator money: it goes where no mail does. */
const HEARS = { email: 'always', sms: 'otherwise' } as const satisfies Record<Channel, 'always' | 'otherwise'>

/** By which messages reach a way in; `undefined`: by none. */
export const channelOf = (type: string): Channel | undefined =>
  provenBy('code').find(channel => channel === wayOfAccount({ type })?.method)

export const isAlwaysTold = (channel: Channel): boolean => HEARS[channel] === 'always'

/** By which one mail is written. */
export const MAIL: Channel | undefined = provenBy('code').find(isAlwaysTold)

export interface ReachedRow {
  readonly type: string
  readonly subject: string
  readonly details: AccountDetails
}

/** By what a person can be written to. */
export interface Reach {
  /** Email addresses: those that log them in, then those that a provider has seen them read. */
  readonly emails: readonly string[]
  /** E.164. */
  readonly phones: readonly string[]
}

/** Nothing is sent to test accounts. */
export function reachOf(rows: readonly ReachedRow[]): Reach {
  const real = rows.filter(({ details }) => details.test !== true)
  const ofChannel = (isMail: boolean) =>
    real.flatMap(({ type, subject }) => {
      const channel = channelOf(type)
      return channel !== undefined && isAlwaysTold(channel) === isMail ? [subject] : []
    })
  const vouched = real.flatMap(({ details: { vouchedEmail } }) => (vouchedEmail ? [vouchedEmail] : []))
  return { emails: [...new Set([...ofChannel(true), ...vouched])], phones: ofChannel(false) }
}
