import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import type { MailerClient } from '../mailer/operations.ts'
import type { Mail } from '../messages/message.ts'

export interface MailTransport {
  /** Resolves when the mail was handed over. @throws `service_unavailable` (503) */
  send(mail: Mail): Promise<void>
}

/** @param mailer `null`: the inbox of a development server that has no mail server */
export const createMailTransport = (mailer: MailerClient | null, db: Database): MailTransport =>
  mailer ? mailerTransport(mailer) : inboxTransport(db)

const mailerTransport = (mailer: MailerClient): MailTransport => ({
  async send({ to, subject, text, html }) {
    try {
      await mailer.sendMail({ to, subject, text, html })
    } catch (error) {
      logError('sending mail', error)
      throw apiError('service_unavailable', 'The mail could not be sent. Try again in a few minutes.')
    }
  },
})

const inboxTransport = (db: Database): MailTransport => ({
  async send({ to, subject, text, code }) {
    const statement = sql`
      insert into dev_inbox (channel, recipient, subject, body, code)
      values ('email', ${to}, ${subject}, ${text}, ${code ?? null})`
    await executePrepared(db, 'store-in-inbox', statement)
  },
})
