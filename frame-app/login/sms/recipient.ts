/** How a code travels to a phone. */
export type SmsChannel = 'sms' | 'whatsapp'

export interface SmsRecipient {
  /** E.164, or what the page gave to fill in. */
  readonly phoneNumber: string
  readonly channel: SmsChannel
}

const WHATSAPP = 'whatsapp:'

/** Number and channel as the one string that the code flow keeps, so that "Resend code" goes the same way. */
export const writeRecipient = ({ phoneNumber, channel }: SmsRecipient): string =>
  channel === 'whatsapp' ? WHATSAPP + phoneNumber : phoneNumber

export const readRecipient = (recipient: string): SmsRecipient =>
  recipient.startsWith(WHATSAPP)
    ? { phoneNumber: recipient.slice(WHATSAPP.length), channel: 'whatsapp' }
    : { phoneNumber: recipient, channel: 'sms' }
