import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import type { MailerClient } from '../mailer/operations.ts'
import type { Mail } from '../messages/message.ts'

export interface MailTransport {
  /** Resolves when the mail was handed over. @throws `service_unavailable` (503) */
  send(mail: Mail): Promise<void>
}

/** @param mailer `null`: the operator named none that sends mails */
export const createMailTransport = (mailer: MailerClient | null): MailTransport => ({
  async send({ to, subject, text, html }) {
    try {
      if (!mailer) throw new Error('SMTP_URL is not set')
      await mailer.sendMail({ to, subject, text, html })
    } catch (error) {
      logError('sending mail', error)
      throw apiError('service_unavailable', 'The email could not be sent. Try again in a few minutes.')
    }
  },
})
