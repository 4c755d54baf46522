import type { provenBy } from '@vitrine/shared/account/login-facts.ts'

/** A login method by codes. The folder `otp/` serves all of them; a method's own folder knows its addresses and sending. */
export type Channel = ReturnType<typeof provenBy<'code'>>[number]

export interface Destination {
  readonly channel: Channel
  /** Normalised: lower case, or E.164. */
  readonly address: string
  /** What a code that goes there is for; left out: a login, a link or an update. A code is good for its purpose alone. */
  readonly purpose?: 'step-up'
}

/** A code's place among those of an address: one of a purpose of its own replaces no login's, and is no login's try. */
export const slotOf = ({ channel, purpose }: Destination): string =>
  purpose === undefined ? channel : `${channel}:${purpose}`
