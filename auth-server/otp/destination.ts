/** Where one-time codes go. The folder `otp/` serves every channel; its method's folder knows addresses and sending. */
export type Channel = 'email' | 'sms'

export interface Destination {
  readonly channel: Channel
  /** Normalised: lower case, or E.164. */
  readonly address: string
}

/** The type of account (contract §3) that a channel's code proves. */
export const ACCOUNT_TYPE = { email: 'email', sms: 'phone' } as const satisfies Record<Channel, string>
