import type { Database } from '../context.ts'
import { devInbox } from '../database/schema.ts'
import { apiError } from '../http/errors.ts'
import type { Settings } from '../settings.ts'
import { gatewayTransport } from './gateway.ts'

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

/** The operator's gateway (`SMS_GATEWAY_URL`), or the inbox of a development server. */
export function createSmsTransport(settings: Settings, db: Database): SmsTransport {
  if (settings.smsGatewayUrl !== null) return gatewayTransport(settings.smsGatewayUrl)
  return settings.development ? inboxTransport(db) : noTransport
}

const noTransport: SmsTransport = {
  async send() {
    throw apiError('service_unavailable', 'This server cannot send text messages. Log in another way.', {
      cause: new Error('SMS_GATEWAY_URL is not set'),
    })
  },
}

const inboxTransport = (db: Database): SmsTransport => ({
  async send({ to, text, code }) {
    await db
      .insert(devInbox)
      .values({ channel: 'sms', recipient: to, subject: null, body: text, code: code ?? null })
  },
})
