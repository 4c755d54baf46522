import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import type { MailerClient } from '../mailer/operations.ts'
import { MailerRefusal } from '../mailer/refusal.ts'
import type { SmsTransport } from './message.ts'

/** @param mailer `null`: the operator named no gateway */
export const createSmsTransport = (mailer: MailerClient | null): SmsTransport =>
  mailer ? mailerTransport(mailer) : noTransport

const mailerTransport = (mailer: MailerClient): SmsTransport => ({
  async send({ to, text, channel }) {
    try {
      await mailer.sendSms({ to, text, channel })
    } catch (error) {
      logError('sending a text message', error)
      throw refusalFor(error)
    }
  },
})

function refusalFor(error: unknown) {
  const code = error instanceof MailerRefusal ? error.code : 'unavailable'
  if (code === 'unsubscribed') {
    return apiError(
      'user_unsubscribed',
      'This number has opted out of our messages. Send START to the number they came from, or log in another way.',
    )
  }
  if (code === 'unreachable')
    return apiError('invalid_data', 'This number cannot receive our messages. Check it, or use another one.')
  return apiError('service_unavailable', 'The message could not be sent. Try again in a few minutes.')
}

const noTransport: SmsTransport = {
  async send() {
    throw apiError('service_unavailable', 'This server cannot send text messages. Log in another way.', {
      cause: new Error('SMS_GATEWAY_URL is not set'),
    })
  },
}
