import type { Database } from '../database/connect.ts'
import { devInbox } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { Settings } from '../settings.ts'
import { gatewayTransport } from './gateway.ts'
import type { SmsTransport } from './message.ts'

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
