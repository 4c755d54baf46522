import type { TextMessage } from '../messages/message.ts'

export interface SmsTransport {
  /**
   * Resolves when the gateway took the message.
   * @throws `service_unavailable` (503) | `user_unsubscribed` (422) | `invalid_data` (400) for a number it cannot reach
   */
  send(message: TextMessage): Promise<void>
}
