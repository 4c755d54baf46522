import { createTransport } from 'nodemailer'
import { logError } from '../../log.ts'
import type { MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'

export interface MailSender {
  /** @throws MailerRefusal `unavailable` */
  send(mail: MailerRequest<'sendMail'>): Promise<void>
  close(): void
}

/** @param url of the mail server, with its credentials. @param from sender of every mail */
export function createSmtpSender(url: string, from: string): MailSender {
  const transporter = createTransport(
    {
      url,
      pool: true,
      // Three notices of one app may hang, and one-time codes must not wait for them.
      maxConnections: 10,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Who reaches the mailer has it send text: nothing in it may make this process read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html }) {
      try {
        await transporter.sendMail({ to: { name: '', address: to }, subject, text, ...(html && { html }) })
      } catch (error) {
        logError('sending mail', error)
        throw new MailerRefusal('unavailable', 'The mail server did not take the mail.')
      }
    },
    close: () => transporter.close(),
  }
}
