import type { provenBy } from '@vitrine/shared/account/login-facts.ts'

/** A login method by codes. The folder `otp/` serves all of them; a method's own folder knows its addresses and sending. */
export type Channel = ReturnType<typeof provenBy<'code'>>[number]

export interface Destination {
  readonly channel: Channel
  /** Normalised: lower case, or E.164. */
  readonly address: string
}
