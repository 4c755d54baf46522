export interface TextMessage {
  /** E.164. */
  readonly to: string
  readonly channel: 'sms' | 'whatsapp'
  readonly text: string
  /** The code inside, for the development inbox. */
  readonly code?: string
}

export interface SmsTransport {
  /**
   * Resolves when the gateway took the message.
   * @throws `service_unavailable` (503) | `user_unsubscribed` (422) | `invalid_data` (400) for a number it cannot reach
   */
  send(message: TextMessage): Promise<void>
}
