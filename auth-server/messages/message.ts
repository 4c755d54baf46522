/** A mail as our templates make it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The code inside, for the development inbox. */
  readonly code?: string
}

export interface TextMessage {
  /** E.164. */
  readonly to: string
  readonly channel: 'sms' | 'whatsapp'
  readonly text: string
  /** The code inside, for the development inbox. */
  readonly code?: string
}
